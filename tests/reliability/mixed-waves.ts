import { wallTimeOf } from '../../contract/time.ts'
import { shopZone } from '../support/start-world.ts'
import { findOverlaps } from './bay-audit.ts'
import type { Chance } from './chance.ts'
import { auditHours, type Hour } from './hour-audit.ts'
import { inTurns } from './in-turns.ts'
import { doDeed } from './mixed-deeds.ts'
import { everyDeed, type Deed, type Outcome } from './mixed-outcome.ts'
import { bookAt, type MixedFixture } from './mixed-world.ts'

const callers = 16
const claimSeconds = 15 * 60

export type Wave = {
  found: string[]
  deeds: number
  /** Deeds that succeeded, and those that were refused with a reason. */
  done: number
  refused: number
  hours: number
  probes: number
}

const expectedStatuses = new Set([200, 201, 402, 404, 409, 422])

function isExpected({ deed, status, refusal }: Outcome): boolean {
  if (expectedStatuses.has(status)) return true
  // A shop may not cancel a paid appointment, and a suspended one may change nothing.
  if (status === 403) return deed === 'staff cancels' || refusal === 'shop_suspended'
  // Another request for this appointment is at the card provider.
  if (status === 503) return refusal === 'card_check_under_way'
  return status === 429 && deed === 'book on a bad card'
}

type Row = { id: string; state: string; starts_at: Date }

/** Answers that are not true. */
async function auditAnswers({ world }: MixedFixture, outcomes: readonly Outcome[]): Promise<string[]> {
  const found = outcomes
    .filter((outcome) => !isExpected(outcome))
    .map(({ deed, status, body }) => `${deed} was answered ${status} ${JSON.stringify(body)}`)
  const { rows } = await world.context.database.pool.query<Row>(
    'select id, state, starts_at from appointments',
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const moves = outcomes.filter(({ deed }) => deed === 'move')
  for (const { deed, status, body, id = body?.id as string, wanted } of outcomes) {
    if (status !== 200 && status !== 201) continue
    const row = rowOf.get(id)
    if (deed === 'book' && (!row || row.state === 'released' || row.state === 'claimed'))
      found.push(`${id} was booked, and is ${row?.state}`)
    if ((deed === 'customer cancels' || deed === 'staff cancels') && row?.state !== 'cancelled')
      found.push(`${id} was cancelled, and is ${row?.state}`)
    // Of several concurrent moves any may be the last.
    if (wanted === undefined || !row || moves.filter((move) => move.id === id).length > 1) continue
    const { day, minutes } = wallTimeOf(row.starts_at.getTime(), shopZone)
    const is = `${day} ${minutes / 60}:00`
    if (is !== wanted) found.push(`${id} was moved to ${wanted}, and is at ${is}`)
  }
  return found
}

/** Lets claims expire, delivers events, and runs all due jobs on every process. */
async function comeToRest({ world, processes }: MixedFixture, chance: Chance): Promise<void> {
  const hours = chance.happens(0.25) ? chance.between(2, 30) : 0
  for (const seconds of [31, claimSeconds + 61 + hours * 3600, 31]) {
    await world.advance(seconds)
    await Promise.all(processes.map((one) => one.runJobs()))
  }
}

function drawOfDays(hours: readonly Hour[], count: number, chance: Chance): Hour[] {
  const drawn = new Map<string, Hour>()
  for (const hour of chance.shuffled(hours)) if (drawn.size < count) drawn.set(hour.day, hour)
  return [...drawn.values()]
}

/**
 * Compares every hour of every shop and process with the rows; then books some free hours and tries some
 * taken ones.
 */
export async function auditAllHours(
  fixture: MixedFixture,
  chance: Chance,
): Promise<Pick<Wave, 'found' | 'hours' | 'probes'>> {
  const found: string[] = []
  let [hours, probes] = [0, 0]
  const own = [...fixture.known.values()].slice(-60)
  for (const { id: shopId } of fixture.shops) {
    const free: Hour[] = []
    const taken: Hour[] = []
    for (const process of fixture.processes) {
      for (const productId of [1, 2, 3]) {
        const audit = await auditHours(fixture.world, process, { shopId, productId })
        found.push(...audit.found)
        hours += audit.compared
        free.push(...audit.free)
        taken.push(...audit.taken)
      }
    }
    const ofShop = own.filter((known) => known.shopId === shopId)
    for (const { id } of chance.shuffled(ofShop).slice(0, 2)) {
      const { rows } = await fixture.world.context.database.pool.query<{ productId: number }>(
        'select package_id as "productId" from appointments where id = $1',
        [id],
      )
      const productId = rows[0]?.productId ?? 1
      const audit = await auditHours(fixture.world, chance.pick(fixture.processes), {
        shopId,
        productId,
        exceptId: id,
      })
      found.push(...audit.found)
      hours += audit.compared
    }
    for (const hour of drawOfDays(taken, 3, chance)) {
      const { status } = await bookAt(fixture, hour, chance)
      probes += 1
      // A suspended shop refuses every hour.
      if (status !== 409 && status !== 422)
        found.push(`${JSON.stringify(hour)} is shown as taken, and booking it was answered ${status}`)
    }
    for (const hour of drawOfDays(free, 3, chance)) {
      const { status } = await bookAt(fixture, hour, chance)
      probes += 1
      if (status !== 201)
        found.push(
          `ghost hour: ${JSON.stringify(hour)} is shown as free, and booking it was answered ${status}`,
        )
    }
  }
  return { found, hours, probes }
}

/** Whether hardly any deed can change that appointment any more. */
function isOver({ deed, status, refusal }: Outcome): boolean {
  if (deed === 'customer cancels' || deed === 'staff cancels') return status === 200
  return refusal === 'appointment_not_changeable' || refusal === 'not_found'
}

/** Performs that many deeds, sixteen callers at once. */
export async function doAtOnce(
  fixture: MixedFixture,
  count: number,
  chance: Chance,
  deeds: readonly Deed[] = everyDeed,
): Promise<Outcome[]> {
  const work = async (_: unknown, index: number): Promise<Outcome[]> => {
    const own = chance.fork(index)
    const outcomes = await doDeed(fixture, own, deeds)
    for (const outcome of outcomes)
      if (isOver(outcome) && own.happens(0.8)) fixture.known.delete(outcome.id ?? '')
    return outcomes
  }
  return (await inTurns(Array.from({ length: count }), callers, work)).flat()
}

/** Performs that many deeds at once, waits for rest, and audits every answer. */
export async function playWave(fixture: MixedFixture, deeds: number, chance: Chance): Promise<Wave> {
  const outcomes = await doAtOnce(fixture, deeds, chance)
  await comeToRest(fixture, chance)
  const told = await auditAnswers(fixture, outcomes)
  const { found, hours, probes } = await auditAllHours(fixture, chance)
  const overlaps = await findOverlaps(fixture.world.context.database.pool)
  const done = outcomes.filter(({ status }) => status < 300).length
  return {
    found: [...told, ...found, ...overlaps],
    deeds,
    done,
    refused: outcomes.length - done,
    hours,
    probes,
  }
}
