import { newEmail, send, signUp } from '../support/people.ts'
import { atFullPasswordCost } from '../support/quick-passwords.ts'
import type { World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'
import { freshNetwork } from './guessers.ts'
import { inTurns } from './in-turns.ts'

/** Wrong passwords for one account before the next one is used: its own limit must never answer. */
const attemptsPerAccount = 5

export type Times = { known: number[]; unknown: number[] }

/** Creates the accounts for that many timed sign-ins, half of which use an address with an account. */
export async function makeAccounts(world: World, signIns: number): Promise<string[]> {
  const count = Math.ceil(signIns / 2 / attemptsPerAccount)
  return inTurns(Array.from({ length: count }), 4, async () => (await signUp(world)).email)
}

/**
 * Milliseconds of five sign-ins with a wrong password for each account and as many for unknown addresses, in
 * random order.
 */
export async function timeSignIns(world: World, chance: Chance, accounts: readonly string[]): Promise<Times> {
  const tries = Array.from({ length: attemptsPerAccount }).flatMap(() => accounts)
  const turns = chance.shuffled([...tries, ...tries.map(() => null)])
  const times: Times = { known: [], unknown: [] }
  // A warm-up: the first calls load and compile code.
  for (let call = 0; call < 4; call++) await timeOne(world, chance, newEmail())
  for (const known of turns) {
    times[known === null ? 'unknown' : 'known'].push(await timeOne(world, chance, known ?? newEmail()))
  }
  return times
}

async function timeOne(world: World, chance: Chance, email: string): Promise<number> {
  const headers = { 'x-forwarded-for': freshNetwork(chance) }
  const before = performance.now()
  const body = { email, password: 'guess-guess-guess' }
  const answer = await atFullPasswordCost(() =>
    send(world, 'POST', '/api/auth/sign-in/email', { body, headers }),
  )
  const milliseconds = performance.now() - before
  if (answer.status !== 401) throw new Error(`a timed sign-in was answered ${answer.status}`)
  return milliseconds
}
