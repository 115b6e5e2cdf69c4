import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtHold } from '../../server/appointments/settle-hold.ts'
import { mailsTo } from '../support/mails.ts'
import { replace, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import type { Answer } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

type Placed = { metadata: { hold_id: string; appointment_id: string } }

/** Books, and runs `meanwhile` after the provider placed the hold and before its answer arrives. */
async function bookWhile(
  order: Record<string, unknown>,
  meanwhile: (placed: Placed['metadata']) => unknown,
): Promise<Answer> {
  const restore = replace(world.context.stripe.paymentIntents, 'create', (real) => async (...given) => {
    const placed = (await real(...given)) as Placed
    await meanwhile(placed.metadata)
    return placed
  })
  try {
    return await world.customer.post('/api/appointments', orderFor(world, order))
  } finally {
    restore()
  }
}

/** Books on several days at once, with one address each. `meanwhile` runs before the provider's answers arrive, all at one moment. */
async function bookTogether(
  days: readonly number[],
  meanwhile: (placed: readonly Placed['metadata'][]) => unknown,
): Promise<readonly Answer[]> {
  const placed: Placed['metadata'][] = []
  let release = (): void => undefined
  const all = new Promise<void>((resolve) => {
    release = resolve
  })
  const restore = replace(world.context.stripe.paymentIntents, 'create', (real) => async (...given) => {
    const one = (await real(...given)) as Placed
    if (placed.push(one.metadata) < days.length) await all
    else await Promise.resolve(meanwhile(placed)).finally(release)
    return one
  })
  try {
    const orders = days.map((day) => ({ date: `${world.day(day)} 14:00`, email: mailboxOf(day) }))
    return await Promise.all(
      orders.map((order) => world.customer.post('/api/appointments', orderFor(world, order))),
    )
  } finally {
    restore()
  }
}

const mailboxOf = (day: number): string => `together-${day}@example.test`

/** Fails each insert of a mail to such an address, until `refuse_mails` is dropped. */
const refuseMails = (address: string): string =>
  `create function refuse_mails() returns trigger language plpgsql as
      $$ begin raise exception 'no mail today' using errcode = 'XX000'; end $$;
    create trigger refuse_mails before insert on outbox
      for each row when (new.recipient like '${address}') execute function refuse_mails()`

async function subjectsTo(address: string): Promise<string[]> {
  await world.runJobs()
  return (await mailsTo(world, address)).map(({ subject }) => subject.split(':')[0] ?? '')
}

test('a claim whose webhook comes before the answer is booked once and mailed once', async () => {
  const email = 'news-first@example.test'
  const { status, body } = await bookWhile({ date: `${world.day(1)} 09:00`, email }, ({ hold_id: holdId }) =>
    lookAtHold(world.context, holdId),
  )
  expect(status).toBe(201)
  expect(await world.movementsOf(body.id)).toEqual(['hold_requested', 'hold_placed'])
  expect(await world.statusesOf(body.id)).toEqual(['requires_capture'])
  expect(await subjectsTo(email)).toEqual(['Confirmed'])
})

test('a claim that is cancelled before the answer is not booked, and its hold is released', async () => {
  const email = 'cancelled-first@example.test'
  let id = ''
  const refused = await bookWhile({ date: `${world.day(2)} 09:00`, email }, async (placed) => {
    id = placed.appointment_id
    expect((await world.cancel(id)).status).toBe(200)
  })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'appointment_cancelled'])
  await world.advance(5 * 60)
  expect(await world.statusesOf(id)).toEqual(['canceled'])
  expect(await world.movementsOf(id)).toContain('hold_placed')
  expect((await world.movementsOf(id)).at(-1)).toBe('hold_released')
  expect(await subjectsTo(email)).not.toContain('Confirmed')
})

test('an answer that the database cannot record fails the request, and a job records it later', async () => {
  const { pool } = world.context.database
  let id = ''
  const failed = await bookWhile({ date: `${world.day(3)} 09:00` }, async (placed) => {
    id = placed.appointment_id
    await pool.query(refuseMails('%'))
  })
  await pool.query('drop function refuse_mails cascade')
  expect(failed.status).toBe(500)
  expect(await world.movementsOf(id)).toEqual(['hold_requested'])
  await world.advance(5 * 60)
  expect(await world.movementsOf(id)).toEqual(['hold_requested', 'hold_placed'])
  expect((await world.own(id)).status).toBe('scheduled')
})

test('answers that arrive together are recorded each with its own money and mail', async () => {
  const days = [0, 1, 2]
  const answers = await bookTogether(days, () => undefined)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  for (const [index, { body }] of answers.entries()) {
    expect((await world.own(body.id)).appointmentDate).toBe(`${world.day(days[index] ?? -1)} 14:00:00`)
    expect(await world.movementsOf(body.id)).toEqual(['hold_requested', 'hold_placed'])
    expect(await world.statusesOf(body.id)).toEqual(['requires_capture'])
  }
  for (const day of days) expect(await subjectsTo(mailboxOf(day))).toEqual(['Confirmed'])
})

test('of answers that arrive together, one to a cancelled claim is not booked and the others are', async () => {
  const days = [3, 4, 5]
  let cancelled = ''
  const answers = await bookTogether(days, async ([, one]) => {
    cancelled = one?.appointment_id ?? ''
    expect((await world.cancel(cancelled)).status).toBe(200)
  })
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409])
  const booked = answers.filter(({ status }) => status === 201)
  for (const { body } of booked) {
    expect(await world.movementsOf(body.id)).toEqual(['hold_requested', 'hold_placed'])
  }
  await world.advance(5 * 60)
  expect(await world.statusesOf(cancelled)).toEqual(['canceled'])
  const told = await Promise.all(days.map((day) => subjectsTo(mailboxOf(day))))
  expect(told.filter((subjects) => subjects.includes('Confirmed'))).toHaveLength(2)
})

test('of answers that arrive together, one that the database cannot record fails alone', async () => {
  const days = [6, 7, 8]
  const { pool } = world.context.database
  const answers = await bookTogether(days, () => pool.query(refuseMails(mailboxOf(7))))
  await pool.query('drop function refuse_mails cascade')
  expect(answers.map(({ status }) => status)).toEqual([201, 500, 201])
  for (const day of [6, 8]) expect(await subjectsTo(mailboxOf(day))).toEqual(['Confirmed'])
  await world.advance(5 * 60)
  expect(await subjectsTo(mailboxOf(7))).toEqual(['Confirmed'])
})
