import { randomUUID } from 'node:crypto'
import type { WorkEvent, WorkState } from '../../contract/workshop/work-states.ts'
import {
  forwardEventOf,
  latePressMs,
  nextWorkState,
  workEvents,
  workStates,
} from '../../contract/workshop/work-states.ts'
import { payAtShop } from '../support/day-prices.ts'
import type { Person } from '../support/people.ts'
import type { World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'
import type { SentPress } from './work-audit.ts'

const copied =
  'customer_id, shop_id, bay_id, package_id, price_cents, customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at, contact_id, pays_by'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Long ago, where nothing else is booked: a car may arrive on its day or later. */
const firstDay = Date.parse('2010-01-04T17:00:00Z')

export type WorkDay = { world: World; people: readonly Person[]; like: string; index: number; chance: Chance }
export type LivedDay = { presses: SentPress[]; cancelled: string[]; paid: string[] }

/** Books the jobs of a day, otherwise copies of one appointment, one after another in its bay. */
async function bookDay({ world, like, index, chance }: WorkDay): Promise<string[]> {
  const jobs = Array.from({ length: chance.between(1, 5) }, (_, place) => ({
    id: randomUUID(),
    starts_at: new Date(firstDay + index * dayMs + place * 2 * hourMs),
  }))
  await world.context.database.pool.query(
    `insert into appointments (id, ${copied}, state, starts_at, ends_at)
      select r.id, ${copied}, 'booked', r.starts_at, r.starts_at + interval '1 hour'
      from (select ${copied} from appointments where id = $1) as like_this,
        json_to_recordset($2) as r(id uuid, starts_at timestamptz)`,
    [like, JSON.stringify(jobs)],
  )
  return jobs.map(({ id }) => id)
}

/**
 * Lives through a day of a shop: people press the right button, a wrong one, twice, together, or from a phone
 * that had no connection and sends its presses late, again and in another order. Now and then a job is
 * cancelled or paid.
 */
export async function liveWorkDay(day: WorkDay): Promise<LivedDay> {
  const { world, people, chance } = day
  const lived: LivedDay = { presses: [], cancelled: [], paid: [] }
  const seen = new Map<string, WorkState>((await bookDay(day)).map((id) => [id, 'booked']))
  const turns = seen.size * chance.between(4, 9)
  for (let turn = 0; turn < turns; turn += 1) {
    const id = chance.pick([...seen.keys()])
    const draw = chance.next()
    if (draw < 0.03) await cancel(id)
    else if (draw < 0.07) await pay(id)
    else if (draw < 0.2) await sendKept(id)
    else if (draw < 0.4) await Promise.all(Array.from({ length: chance.between(2, 4) }, () => press(id)))
    else await press(id)
  }
  return lived

  function newPress(id: string, from: WorkState, event: WorkEvent, pressedAt?: string) {
    const isLate = pressedAt !== undefined && world.context.clock.now() - Date.parse(pressedAt) > latePressMs
    const sent: SentPress = { id: randomUUID(), appointmentId: id, event, isLate, statuses: [] }
    lived.presses.push(sent)
    const body = { id: sent.id, event, from, ...(pressedAt !== undefined && { pressedAt }) }
    return async () => {
      const answer = await chance.pick(people).post(`/api/work/${id}/events`, body)
      sent.statuses.push(answer.status)
      if (answer.status === 200) seen.set(id, answer.body.workOrder.state)
    }
  }

  /** Mostly the next step; else any button, or one from a page that is out of date. */
  async function press(id: string): Promise<void> {
    const from = chance.happens(0.1) ? chance.pick(workStates) : (seen.get(id) ?? 'booked')
    const event = chance.happens(0.7) ? (forwardEventOf(from) ?? 'go_back') : chance.pick(workEvents)
    const send = newPress(id, from, event)
    await send()
    if (chance.happens(0.1)) await send()
  }

  /** A phone without a connection: its presses build on each other, and arrive in some order, some twice. */
  async function sendKept(id: string): Promise<void> {
    const minutes = chance.pick([1, 5, 30, 240])
    const pressedAt = new Date(world.context.clock.now() - minutes * 60_000).toISOString()
    let from = seen.get(id) ?? 'booked'
    const sends: (() => Promise<void>)[] = []
    for (let count = chance.between(1, 3); count > 0; count -= 1) {
      const event = chance.happens(0.8) ? (forwardEventOf(from) ?? 'go_back') : 'go_back'
      sends.push(newPress(id, from, event, pressedAt))
      from = nextWorkState(from, event) ?? from
    }
    const order = chance.happens(0.5) ? sends : chance.shuffled(sends)
    for (const send of order) await send()
    for (const send of sends) if (chance.happens(0.3)) await send()
  }

  async function cancel(id: string): Promise<void> {
    const desk = people[0] as Person
    const answer = await desk.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
    if (answer.status === 200 && !lived.cancelled.includes(id)) lived.cancelled.push(id)
  }

  async function pay(id: string): Promise<void> {
    const desk = people[0] as Person
    const answer = await payAtShop(desk, id)
    if (answer.status === 200 && !lived.paid.includes(id)) lived.paid.push(id)
  }
}
