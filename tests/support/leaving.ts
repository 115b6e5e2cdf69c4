import { expect } from 'vitest'
import { sendOutbox } from '../../server/notifications/send-outbox.ts'
import type { MoneyWorld } from './money.ts'
import { book, fittingVin } from './orders.ts'
import { goodPassword, newEmail, send, signIn, type Answer, type Person } from './people.ts'
import type { World } from './start-world.ts'

/** Deletes the person's account, as the browser does. */
export function leave(person: Person, changes: Record<string, unknown> = {}): Promise<Answer> {
  return person.post('/api/account/delete', {
    password: person.password,
    confirmation: person.email,
    ...changes,
  })
}

/** A person with unique personal data; `traces` lists these texts. */
export type Known = { person: Person; id: string; number: number; traces: string[] }

let people = 0

export async function newKnown(world: World): Promise<Known> {
  const number = ++people
  const email = newEmail()
  const name = `Quentin Unmistakable ${number}`
  const answer = await send(world, 'POST', '/api/auth/sign-up/email', {
    body: { name, email, password: goodPassword },
  })
  const person = await signIn(world, email)
  return { person, id: answer.body.user.id as string, number, traces: [email, name] }
}

/** Books with the known person's own name, phone and vehicle, which are added to the traces. */
export async function bookAs(
  world: World,
  { person, number, traces }: Known,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const receipt = `receipt-${number}@unmistakable.test`
  const [phone, vin] = [`626777${String(1000 + number)}`, fittingVin(771_000 + number)]
  traces.push(receipt, phone, vin)
  return book(world, person, {
    name: traces[1],
    email: receipt,
    phone,
    vehicleInfo: { year: 2013, make: 'BMW', model: 'X5', vin },
    ...changes,
  })
}

/** Captures the payment of a booked appointment after its start. */
export async function finish(world: MoneyWorld, id: string): Promise<void> {
  await world.onceBegun(id, async () => {
    expect((await world.capture(id)).status).toBe(200)
  })
}

/** Runs the work with the product's clock a day after an appointment, then restores the clock. */
export async function onceOver<T>(world: MoneyWorld, id: string, work: () => Promise<T>): Promise<T> {
  const { clock } = world.context
  const before = clock.now() - Date.now()
  clock.setOffset((await world.timesOf(id)).endsAt + 86_400_000 - Date.now())
  return work().finally(() => clock.setOffset(before))
}

/** Deletes the account a day after an appointment and sends the last mail by that clock. */
export async function deleteOnceOver(world: MoneyWorld, id: string, person: Person): Promise<void> {
  await onceOver(world, id, async () => {
    expect((await leave(person)).status).toBe(200)
    await sendOutbox(world.context)
  })
}
