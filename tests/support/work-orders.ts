import { randomUUID } from 'node:crypto'
import { forwardEventOf, type WorkEvent, type WorkState } from '../../contract/workshop/work-states.ts'
import { signOffWording } from '../../contract/workshop/work-order.ts'
import type { Answer, Person } from './people.ts'
import type { AppProcess } from './start-world.ts'

type Press = { event: WorkEvent; from: WorkState; id?: string; pressedAt?: string }

/** Presses one button of a work order. */
export function pressWork(person: Person, appointmentId: string, press: Press): Promise<Answer> {
  return person.post(`/api/work/${appointmentId}/events`, { id: randomUUID(), ...press })
}

/** Brings the work forward by the first steps, up to this event. */
export async function workUntil(person: Person, appointmentId: string, last: WorkEvent): Promise<void> {
  let from: WorkState = 'booked'
  for (let event = forwardEventOf(from); event; event = forwardEventOf(from)) {
    const answer = await pressWork(person, appointmentId, { event, from })
    if (answer.status !== 200)
      throw new Error(`${event} failed: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (event === last) return
    from = answer.body.workOrder.state as WorkState
  }
}

export const sampleSignature = {
  name: 'Casey Rivera',
  wording: signOffWording,
  strokes: [
    [
      [100, 200],
      [300, 150],
      [500, 260],
    ],
  ],
}

/** Makes this the time of a job, so short that every job of a test has its place in the bay. */
export async function startNow({ context }: AppProcess, id: string): Promise<void> {
  const now = context.clock.now()
  await context.database.pool.query('update appointments set starts_at = $2, ends_at = $3 where id = $1', [
    id,
    new Date(now),
    new Date(now + 1),
  ])
}

/** Makes this the time of a job whose car is at the shop. */
export async function arriveNow(world: AppProcess, person: Person, id: string): Promise<void> {
  await startNow(world, id)
  const arrived = await pressWork(person, id, { event: 'arrive', from: 'booked' })
  if (arrived.status !== 200) throw new Error(`the car did not arrive: ${JSON.stringify(arrived.body)}`)
}

/** Sends a photo to a work order. */
export async function sendWorkPhoto(
  { url }: { url: string },
  person: Person,
  appointmentId: string,
  { bytes, kind = 'before' }: { bytes: Buffer; kind?: string },
): Promise<Answer> {
  const response = await fetch(`${url}/api/work/${appointmentId}/photos?kind=${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', cookie: person.cookie },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
