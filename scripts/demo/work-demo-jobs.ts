import { randomUUID } from 'node:crypto'
import type { WorkEvent, WorkState } from '../../contract/workshop/work-states.ts'
import type { OpenShop } from './open-demo-shops.ts'
import { required } from './product-client.ts'

export type WorkedJob = { id: string; appointmentDate: string; endsAt: string }

const minuteMs = 60_000
const steps: readonly [WorkEvent, WorkState][] = [
  ['arrive', 'booked'],
  ['start', 'arrived'],
  ['finish', 'in_bay'],
  ['hand_over', 'ready'],
]

/** Brings a booked car this many steps on: 1 is arrived, 4 is handed over. */
export async function workOn({ desk }: OpenShop, id: string, count: number): Promise<void> {
  for (const [event, from] of steps.slice(0, count)) {
    const answer = await desk.post(`/api/work/${id}/events`, { id: randomUUID(), event, from })
    // The car may have come further on an earlier day.
    required(answer, `${event} of a job`, 200, 409)
  }
}

/** Cars of today as they stand at this moment: on the way, in their bays, and ready for pickup. */
export async function workOnToday(shop: OpenShop, jobs: readonly WorkedJob[], now: number): Promise<void> {
  for (const { id, appointmentDate, endsAt } of jobs) {
    const start = Date.parse(appointmentDate)
    if (start > now + 30 * minuteMs || Date.parse(endsAt) < now - 12 * 60 * minuteMs) continue
    const isOver = Date.parse(endsAt) <= now
    await workOn(shop, id, isOver ? 3 : start <= now ? 2 : 1)
    if (isOver || start > now) continue
    await shop.desk.post(`/api/work/${id}/mileage`, { id: randomUUID(), mileage: 48_250 })
    await shop.desk.post(`/api/work/${id}/notes`, {
      id: randomUUID(),
      kind: 'shop',
      body: 'The trim at the glove box was already loose.',
    })
  }
}
