import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { weeksAhead, type OverviewWeek } from '../../contract/admin/overview.ts'
import { paymentWords } from '../../contract/payments/payment-words.ts'
import { mailsTo } from '../support/mails.ts'
import { hour, patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { newEmail, signUp } from '../support/people.ts'
import { readCsv } from '../support/read-csv.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
beforeEach(async () => {
  world.customer = await signUp(world)
})
afterAll(() => world.stop())

const detailsOf = async (id: string) => (await world.administrator.get(`/api/admin/appointments/${id}`)).body
const overview = async (): Promise<Omit<OverviewWeek, 'monday'>> => {
  const { weeks } = (await world.administrator.get('/api/admin/overview?shopId=5')).body
  const sum = (name: keyof Omit<OverviewWeek, 'monday'>) =>
    weeks.reduce((total: number, week: OverviewWeek) => total + week[name], 0)
  expect(weeks.length).toBe(12 + weeksAhead)
  return {
    capturedCents: sum('capturedCents'),
    heldCents: sum('heldCents'),
    kept: sum('kept'),
    cancelled: sum('cancelled'),
  }
}

/** The words of one appointment in the list, the details and the export, which must agree. */
async function wordsOf(id: string): Promise<[label: string, note: string | null]> {
  const list = (await world.administrator.get('/api/admin/appointments')).body
  const row = list.find((each: { id: string }) => each.id === id)
  const details = await detailsOf(id)
  expect(details.payment).toEqual(row.payment)
  const csv = readCsv((await world.administrator.get('/api/admin/appointments.csv')).body)
  const line = csv.find((cells) => cells.at(-1) === id)
  expect(line?.[csv[0]?.indexOf('Status') ?? -1]).toBe(paymentWords[row.payment.label as 'authorized'])
  // Held means held in the ledger.
  if (row.payment.label === 'authorized') expect(details.heldCents).toBeGreaterThan(0)
  else expect(details.heldCents).toBe(0)
  return [row.payment.label, row.payment.note]
}

type State = {
  name: string
  reach: () => Promise<string>
  words: [string, string | null]
  /** The change of the overview's figures: captured, expected, kept, cancelled. */
  figures: [captured: number, held: number, kept: number, cancelled: number]
}

const price = 49_900
const refusing = { paymentMethodId: 'pm_card_authenticationRequired' }
const last = () => `${world.day(-1)} 09:00`

/** Books with a card that refuses renewals, and moves to hours before the start. */
async function bookRefused(hoursBefore: number): Promise<string> {
  const id = await world.bookConfirmed({ date: last() })
  await world.advanceTo(id, -hoursBefore)
  await world.runJobs()
  return id
}

async function captureAfter(): Promise<string> {
  const id = await world.book({ date: last() })
  await world.advanceTo(id, 4)
  expect((await world.capture(id)).status).toBe(200)
  return id
}

const states: State[] = [
  {
    name: 'waits for the bank',
    reach: () => world.book(refusing),
    words: ['pending', null],
    figures: [0, 0, 0, 0],
  },
  { name: 'is held', reach: () => world.book(), words: ['authorized', null], figures: [0, price, 1, 0] },
  {
    name: 'is between two holds',
    reach: async () => {
      const id = await world.book({ date: last() })
      await world.advance(8 * 24 * hour)
      await world.runJobs()
      return id
    },
    words: ['card_saved', null],
    figures: [0, price, 1, 0],
  },
  {
    name: 'has a refused card',
    reach: () => bookRefused(71),
    words: ['card_unconfirmed', null],
    figures: [0, 0, 1, 0],
  },
  {
    name: 'has no try left',
    reach: () => bookRefused(23),
    words: ['hold_failed', null],
    figures: [0, 0, 1, 0],
  },
  {
    name: 'is over and was never charged',
    reach: async () => {
      const id = await bookRefused(23)
      await world.advanceTo(id, 5)
      await world.runJobs()
      return id
    },
    words: ['hold_failed', null],
    figures: [0, 0, 1, 0],
  },
  { name: 'is captured', reach: captureAfter, words: ['completed', null], figures: [price, 0, 1, 0] },
  {
    name: 'is refunded in part at the provider',
    reach: async () => {
      const id = await captureAfter()
      const intent = (await world.intentsOf(id)).find(({ status }) => status === 'succeeded')
      await world.context.stripe.refunds.create({ payment_intent: intent.id, amount: 10_000 })
      await expect
        .poll(async () => {
          await world.runJobs()
          return (await detailsOf(id)).refundedCents
        }, patience)
        .toBe(10_000)
      return id
    },
    words: ['completed', 'partly_refunded'],
    figures: [price - 10_000, 0, 1, 0],
  },
  {
    name: 'is refunded after the work',
    reach: async () => {
      const id = await captureAfter()
      expect((await world.cancel(id)).status).toBe(200)
      return id
    },
    words: ['cancelled', 'refunded'],
    // The job was done: a refund is no cancellation.
    figures: [0, 0, 1, 0],
  },
  {
    name: 'is charged early and cancelled before its start',
    reach: async () => {
      const id = await world.book()
      await world.capture(id)
      await world.cancel(id)
      return id
    },
    words: ['cancelled', 'refunded'],
    figures: [0, 0, 0, 1],
  },
  {
    name: 'is disputed',
    reach: async () => {
      const id = await captureAfter()
      await world.dispute(id, 'open')
      await expect
        .poll(async () => {
          await world.runJobs()
          return (await detailsOf(id)).dispute
        }, patience)
        .toBe('open')
      return id
    },
    words: ['completed', 'disputed'],
    figures: [0, 0, 1, 0],
  },
  {
    name: 'is cancelled',
    reach: async () => {
      const id = await world.book()
      await world.cancel(id)
      return id
    },
    words: ['cancelled', null],
    figures: [0, 0, 0, 1],
  },
]

test.each(states)('the words and figures of an appointment that $name are true', async (state) => {
  // Earlier appointments change with the clock: each state has the shop to itself.
  await world.context.database.pool.query(
    `update appointments set state = 'released', claim_expires_at = null where shop_id = 5`,
  )
  const id = await state.reach()
  expect(await wordsOf(id)).toEqual(state.words)
  const { capturedCents, heldCents, kept, cancelled } = await overview()
  expect([capturedCents, heldCents, kept, cancelled]).toEqual(state.figures)
})

test('the first request for a card is no reminder, and a last reminder is sent once', async () => {
  const email = newEmail()
  const id = await world.book({ date: last(), email })
  await world.leaveToLapse(id)
  await world.advanceTo(id, 30)
  const titles = async () =>
    (await mailsTo(world, email)).map(({ subject }) => subject).filter((subject) => /card/i.test(subject))
  const ask = async () => {
    await world.advance(120)
    expect((await world.administrator.post(`/api/admin/appointments/${id}/card-request`)).status).toBe(200)
    await world.runJobs()
  }
  for (let times = 0; times < 4; times++) await ask()
  expect((await titles()).map((title) => title.replace(/ for .*/, ''))).toEqual([
    'Confirm your card',
    'Your card still needs to be confirmed',
    'Last reminder: confirm your card',
    'Your card still needs to be confirmed',
  ])
})

test('a problem with a card is dated from its first refusal, and a changed week has no date', async () => {
  const id = await bookRefused(71)
  const sinceOf = async () => {
    const { items } = (await world.administrator.get('/api/admin/attention')).body
    return items.find((item: { appointmentId: string }) => item.appointmentId === id)?.since
  }
  const first = await sinceOf()
  await world.advanceTo(id, -47)
  await world.runJobs()
  expect(await sinceOf()).toBe(first)
})
