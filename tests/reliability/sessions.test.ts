import { afterAll, beforeAll, expect, test } from 'vitest'
import { batteryRun, firstOf } from './battery-run.ts'
import { forgedBy, forms, openUnguardedDoor } from './forged-requests.ts'
import { preHijacking } from './prepared-accounts.ts'
import { openSessionStage, type Attack, type SessionStage } from './session-stage.ts'
import { ends, fixation, reuseAfter, type End } from './stolen-sessions.ts'
import { keepAllSessions, keepPlantedSessions, takeForProven } from './without-session-guards.ts'

const run = batteryRun('sessions', 10)

const reuses = Object.keys(ends) as End[]
/**
 * The attack families by weight; together they cover every end of a session and every form of a forged
 * request.
 */
const families: Record<string, { share: number; attacks: Attack[] }> = {
  fixation: { share: 2, attacks: [fixation] },
  reuse: { share: 3, attacks: reuses.map(reuseAfter) },
  CSRF: { share: 3, attacks: Object.keys(forms).map(forgedBy) },
  'pre-hijacking': { share: 2, attacks: [preHijacking] },
}
const program = Object.entries(families).flatMap(([family, { share }]) =>
  Array.from({ length: share }, () => family),
)

let stage: SessionStage

beforeAll(async () => {
  stage = await openSessionStage()
})
afterAll(() => stage.world.stop())

/** The attempts that set the scene must not use up the rate limit of one network. */
const forgetLimits = () => stage.world.context.database.pool.query('delete from rate_limits')

test(
  `of ${run.size} attacks on sessions none succeeds (seed ${run.seed})`,
  async () => {
    const won: string[] = []
    const played: Record<string, number> = {}
    const order = run.chance.shuffled(program)
    for (let index = 0; index < run.size; index++) {
      if (index % 10 === 0) await forgetLimits()
      const family = order[index % order.length] ?? ''
      const turn = (played[family] = (played[family] ?? 0) + 1)
      const { attacks } = families[family] ?? { attacks: [] }
      const attack = attacks[(turn - 1 + run.seed) % attacks.length]
      const sentence = await attack?.(stage, run.chance.fork(index))
      if (sentence != null) won.push(`${sentence} (attack ${index})`)
    }
    run.report({ attacks: run.size, ...played, succeeded: won.length })
    expect(firstOf(won)).toEqual([])
  },
  run.patience(3000),
)

/** Plays attacks until one succeeds, at most that many. */
async function winsWithin(
  tries: number,
  at: SessionStage,
  attack: Attack,
  part: number,
): Promise<string | null> {
  for (let count = 0; count < tries; count++) {
    const sentence = await attack(at, run.chance.fork(part * 100 + count))
    if (sentence !== null) return sentence
  }
  return null
}

test('control: if a sign-in keeps the browser session, fixation succeeds', async () => {
  const planted = await keepPlantedSessions(stage.world)
  try {
    expect(await winsWithin(20, { ...stage, planted }, fixation, -1)).toContain('fixation')
  } finally {
    await stage.world.context.database.pool.query('drop function keep_planted cascade; drop table planted')
  }
})

test('control: if requests of other sites count as own ones, every form of CSRF succeeds', async () => {
  const door = await openUnguardedDoor(stage.world)
  try {
    for (const [index, form] of Object.keys(forms).entries())
      expect(await forgedBy(form)({ ...stage, door: door.url }, run.chance.fork(-300 - index))).toContain(
        form,
      )
  } finally {
    await door.close()
  }
})

test('control: if no session ends and every address counts as proven, reuse and pre-hijacking succeed', async () => {
  await forgetLimits()
  await keepAllSessions(stage.world)
  try {
    for (const end of ['logout', 'reset', 'new role'] as const)
      expect(await reuseAfter(end)(stage, run.chance.fork(-5))).toContain(`reuse after ${end}`)
    const loose = { ...stage, beforeReset: takeForProven(stage.world) }
    expect(await winsWithin(12, loose, preHijacking, -7)).toContain('after the reset')
  } finally {
    await stage.world.context.database.pool.query('drop function keep_session cascade')
  }
})
