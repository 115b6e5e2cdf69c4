import { expect, test } from 'vitest'
import { batteryRun } from './battery-run.ts'
import {
  drawLife,
  grantedAsDocumented,
  grantedShare,
  liveThrough,
  type Life,
  type LifeFigures,
} from './hold-lives.ts'

const run = batteryRun('holds', 1000)
const lives: Life[] = Array.from({ length: run.size }, (_, index) => drawLife(run.chance.fork(index)))

/** The shares of cards that are granted extended holds, in the order of the table in docs/reliability.md. */
const grants = {
  '0 %': grantedShare(0),
  '50 %': grantedShare(0.5),
  '100 %': grantedShare(1),
  documented: grantedAsDocumented,
}
const played = Object.fromEntries(
  Object.entries(grants).map(([name, lifetime]) => [name, lives.map((life) => liveThrough(life, lifetime))]),
) as Record<keyof typeof grants, LifeFigures[]>

function totalsOf(figures: readonly LifeFigures[]) {
  const count = (is: (one: LifeFigures) => boolean) => figures.filter(is).length
  return {
    renewals: figures.reduce((sum, { renewals }) => sum + renewals, 0),
    linkMails: figures.reduce((sum, { linkMails }) => sum + linkMails, 0),
    throughout: count(({ isHeldThroughout }) => isHeldThroughout),
    unheld: count(({ isHeldAtEnd }) => !isHeldAtEnd),
  }
}

/** Appointments whose card accepts off session and that are not held at the job's end. */
const lostHolds = (figures: readonly LifeFigures[]) =>
  figures.filter(({ isHeldAtEnd }, index) => !isHeldAtEnd && lives[index]?.refusesOffSession === false)

test('extended holds save renewals and 3-D Secure mails', () => {
  const [none, half, all, documented] = Object.values(played).map(totalsOf)
  for (const [name, figures] of Object.entries(played)) {
    const { renewals, linkMails, throughout, unheld } = totalsOf(figures)
    run.report({
      granted: name,
      renewals,
      'card links': linkMails,
      'first hold suffices': throughout,
      unheld,
    })
  }
  if (!none || !half || !all || !documented) throw new Error('a share is missing')
  for (const figure of ['renewals', 'linkMails', 'unheld'] as const) {
    expect(half[figure]).toBeLessThan(none[figure])
    expect(all[figure]).toBeLessThan(half[figure])
  }
  // The last bookable day is nearer than the end of an extended hold.
  expect(all.throughout).toBeGreaterThan(0.98 * run.size)
  expect(documented.renewals).toBeGreaterThan(all.renewals)
})

test('every card that accepts is held to the end, whatever it was granted', () => {
  for (const figures of Object.values(played)) expect(lostHolds(figures)).toEqual([])
})

test('control: assuming 30 days instead of reading the end of a hold loses holds', () => {
  const assumed = lives.map((life) =>
    liveThrough(life, grants['50 %'], (placedAt) => placedAt + 30 * 24 * 3_600_000),
  )
  expect(lostHolds(assumed).length).toBeGreaterThan(0)
})
