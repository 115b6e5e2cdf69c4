import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '../../server/identity/identity-provider.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { batteryRun } from './battery-run.ts'
import { guessers, type Guesses, type Verdict } from './guessers.ts'
import { areaUnderCurve, isDistinguishable } from './rank-sum.ts'
import { makeAccounts, timeSignIns } from './timed-sign-ins.ts'

const run = batteryRun('guessing', 60)
/** Four timed sign-ins for ten guesses. */
const timed = Math.max(40, Math.round(run.size * 0.4))

/** The shares of the guesses, in tenths. */
const shares: Record<Guesses, number> = {
  'one account': 2.5,
  'one network': 2.5,
  codes: 1.5,
  'recovery codes': 1.5,
  'reset links': 1,
  'card links': 1,
}
/** Wrong passwords and codes before the right one: more than any limit allows. */
const spared = 120

let world: World

beforeAll(async () => {
  // With a trusted proxy, requests can name any network address.
  world = await startWorld({ TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'error' })
})
afterAll(() => world.stop())

test(
  `of ${run.size} guesses no more are checked than the limits allow, and none is right (seed ${run.seed})`,
  async () => {
    const figures: Record<string, string> = {}
    const right: string[] = []
    const tooMany: string[] = []
    for (const [part, kind] of (Object.keys(shares) as Guesses[]).entries()) {
      const guesser = await guessers[kind](world, spared)
      const chance = run.chance.fork(part)
      const count = Math.round((run.size * shares[kind]) / 10)
      const begun = performance.now()
      let checked = 0
      for (let guess = 0; guess < count; guess++) {
        const verdict = await guesser.guess(chance)
        if (verdict !== 'held back') checked++
        if (verdict === 'right') right.push(`${kind}: guess ${guess}`)
      }
      const most = guesser.mostChecked((performance.now() - begun) / 1000)
      figures[kind] = `${checked} of ${count} checked`
      if (checked > most) tooMany.push(`${kind}: ${checked} were checked, at most ${most} may be`)
    }
    run.report({ guesses: run.size, ...figures, right: right.length })
    expect(right).toEqual([])
    expect(tooMany).toEqual([])
  },
  run.patience(200),
)

run.testWhole(
  `${timed} timed sign-ins do not reveal which addresses have an account (seed ${run.seed})`,
  async () => {
    const accounts = await makeAccounts(world, timed)
    const { known, unknown } = await timeSignIns(world, run.chance.fork(-1), accounts)
    const area = areaUnderCurve(unknown, known)
    run.report({ 'timed sign-ins': known.length + unknown.length, 'area under curve': area.toFixed(3) })
    expect(isDistinguishable(area, known.length, unknown.length)).toBe(false)
  },
  run.patience(200),
)

run.testWhole(
  'control: without a password hash for an unknown address, the same times reveal it',
  async () => {
    const accounts = await makeAccounts(world, 40)
    const { password } = await identityProvider(world.context).$context
    const { hash } = password
    try {
      password.hash = async () => 'nothing'
      const { known, unknown } = await timeSignIns(world, run.chance.fork(-2), accounts)
      const area = areaUnderCurve(unknown, known)
      run.report({ 'area under curve without the hash': area.toFixed(3) })
      expect(isDistinguishable(area, known.length, unknown.length)).toBe(true)
    } finally {
      password.hash = hash
    }
  },
)

test('control: without counted attempts, the right password and the right codes are found', async () => {
  await world.context.database.pool.query(
    `create function forget_use() returns trigger language plpgsql as $$ begin new.count := 1; return new; end $$;
     create trigger forget_use before insert or update on rate_limits for each row execute function forget_use()`,
  )
  try {
    for (const kind of ['one account', 'codes', 'recovery codes'] as const) {
      // One more than the limit of an account.
      const guesser = await guessers[kind](world, 11)
      const chance = run.chance.fork(-3)
      const verdicts: Verdict[] = []
      while (verdicts.length < 30 && !verdicts.includes('right')) verdicts.push(await guesser.guess(chance))
      expect(verdicts.at(-1)).toBe('right')
    }
  } finally {
    await world.context.database.pool.query('drop function forget_use cascade')
  }
})
