import { expect } from 'vitest'
import type { OpenReview } from '../../contract/fitment/review-endpoints.ts'
import { listOwn, orderFor } from './orders.ts'
import type { Answer, Person } from './people.ts'
import type { World } from './start-world.ts'

/** Books an appointment that awaits the review of its car. */
export async function bookOpenCheck(
  world: World,
  customer: Person,
  changes: Record<string, unknown>,
): Promise<string> {
  const order = orderFor(world, {
    vehicleInfo: { year: 2012, make: 'Lexus', model: 'RX', vin: null },
    email: customer.email,
    ...changes,
  })
  const answer = await customer.post('/api/appointments', order)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id as string
}

export async function listQueue(person: Person) {
  return (await person.get('/api/admin/fitment-reviews')).body as unknown as {
    reviews: OpenReview[]
    total: number
    medianHours: number | null
  }
}

/** The open review of an appointment, as staff see it. */
export async function getReview(person: Person, appointmentId: string): Promise<OpenReview> {
  const { reviews } = await listQueue(person)
  const found = reviews.find((review) => review.appointmentId === appointmentId)
  if (!found) throw new Error('no open review')
  return found
}

export function answerReview(person: Person, id: string, body: object): Promise<Answer> {
  return person.post(`/api/admin/fitment-reviews/${id}`, body)
}

/** An appointment as its customer sees it. */
export async function findOwn(customer: Person, id: string): Promise<Record<string, unknown> | undefined> {
  const own = (await listOwn(customer)) as unknown as Record<string, unknown>[]
  return own.find((each) => each['id'] === id)
}

/** The kinds of the mails to an address, oldest first. */
export async function mailKindsTo(world: World, address: string): Promise<string[]> {
  const { rows } = await world.context.database.pool.query(
    'select kind from outbox where recipient = $1 order by created_at, id',
    [address],
  )
  return rows.map(({ kind }) => kind as string)
}
