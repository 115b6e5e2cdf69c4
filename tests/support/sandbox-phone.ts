import { expect } from 'vitest'
import type { World } from './start-world.ts'

let lastPhone = 1_000

/** A phone of its own for each test, ten digits. */
export function newPhone(): string {
  lastPhone += 1
  return `626556${lastPhone}`
}

type OnPhone = { body: string; direction: string; status: string; createdAt: string }

/** The texts that a phone of the sandbox got, oldest first. */
export async function textsOn(world: World, phone: string): Promise<OnPhone[]> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/phone.json?phone=%2B1${phone}`)
  return ((await answer.json()) as OnPhone[]).filter((text) => text.direction !== 'inbound').toReversed()
}

/** Sends a text from a phone of the sandbox, and runs the jobs that handle it. */
export async function textFrom(
  world: World,
  phone: string,
  { to, body }: { to: string; body: string },
): Promise<void> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/phone/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: `+1${phone}`, to, body }),
  })
  expect(await answer.json()).toEqual({ answer: '200' })
  await world.runJobs()
}
