import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtHold } from '../../server/appointments/settle-hold.ts'
import { askOtherwise } from '../battery/ask-otherwise.ts'
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

/** Books for somebody new, and does something once the provider holds the amount, before its answer is there. */
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

async function subjectsTo(address: string): Promise<string[]> {
  await world.runJobs()
  return (await mailsTo(world, address)).map(({ subject }) => subject.split(':')[0] ?? '')
}

test('a claim that nobody touched meanwhile is booked without reading anything first', async () => {
  const asked: string[] = []
  const email = 'untouched@example.test'
  const { status, body } = await bookWhile({ date: `${world.day(0)} 09:00`, email }, () => {
    const restore = askOtherwise(world.context.database, (text) => {
      asked.push(text)
      if (text === 'commit') restore()
      return text
    })
  })
  expect(status).toBe(201)
  expect(asked.map((text) => text.split(' ').slice(0, 4).join(' '))).toEqual([
    'begin',
    'update "appointments" set "state"',
    'with "recorded" as (update',
    'insert into "outbox" ("id",',
    'commit',
  ])
  expect(await world.movementsOf(body.id)).toEqual(['hold_requested', 'hold_placed'])
  expect((await world.own(body.id)).status).toBe('scheduled')
  expect(await subjectsTo(email)).toEqual(['Confirmed'])
})

test('one of which the provider’s news came before its answer is booked once and told of once', async () => {
  const email = 'news-first@example.test'
  const { status, body } = await bookWhile({ date: `${world.day(1)} 09:00`, email }, ({ hold_id: holdId }) =>
    lookAtHold(world.context, holdId),
  )
  expect(status).toBe(201)
  expect(await world.movementsOf(body.id)).toEqual(['hold_requested', 'hold_placed'])
  expect(await world.statusesOf(body.id)).toEqual(['requires_capture'])
  expect(await subjectsTo(email)).toEqual(['Confirmed'])
})

test('one that was cancelled before the answer is not booked, and what is held goes back', async () => {
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

test('one that the database cannot write is not taken for one that somebody else wrote', async () => {
  const { pool } = world.context.database
  const refuse = `create function refuse_mails() returns trigger language plpgsql as
      $$ begin raise exception 'no mail today' using errcode = 'XX000'; end $$;
    create trigger refuse_mails before insert on outbox execute function refuse_mails()`
  let id = ''
  const failed = await bookWhile({ date: `${world.day(3)} 09:00` }, async (placed) => {
    id = placed.appointment_id
    await pool.query(refuse)
  })
  await pool.query('drop function refuse_mails cascade')
  expect(failed.status).toBe(500)
  expect(await world.movementsOf(id)).toEqual(['hold_requested'])
  // What the provider holds is found, and the order with it.
  await world.advance(5 * 60)
  expect(await world.movementsOf(id)).toEqual(['hold_requested', 'hold_placed'])
  expect((await world.own(id)).status).toBe('scheduled')
})
