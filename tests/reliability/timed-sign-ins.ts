import { newEmail, send, signUp } from '../support/people.ts'
import { atFullPasswordCost } from '../support/quick-passwords.ts'
import type { World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'
import { freshNetwork } from './guessers.ts'
import { inTurns } from './in-turns.ts'

/** Wrong passwords for one account before another one is taken: its own limit must never be what answers. */
const triesOfAccount = 5

export type Times = { known: number[]; unknown: number[] }

/** Accounts enough for so many timed sign-ins, half of which are for addresses that have one. */
export async function makeAccounts(world: World, signIns: number): Promise<string[]> {
  const count = Math.ceil(signIns / 2 / triesOfAccount)
  return inTurns(Array.from({ length: count }), 4, async () => (await signUp(world)).email)
}

/** Milliseconds of five sign-ins with a wrong password for each account and as many for addresses without one, in random order. */
export async function timeSignIns(world: World, chance: Chance, accounts: readonly string[]): Promise<Times> {
  const tries = Array.from({ length: triesOfAccount }).flatMap(() => accounts)
  const turns = chance.shuffled([...tries, ...tries.map(() => null)])
  const times: Times = { known: [], unknown: [] }
  // What is loaded and compiled with the first calls is nobody's time.
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
