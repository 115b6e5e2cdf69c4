import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { auditAtRest } from './at-rest.ts'
import { auditMoney } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { auditDealings, bustle, countAcknowledged, openFixture, type Fixture } from './kill-world.ts'

/** Kills of one product before a fresh one is started. */
const killsPerWorld = 25
const people = 8
/**
 * After every fifth kill the lease of the dead server runs out by itself; else it is removed, to save its 20
 * s.
 */
const killsPerExpiry = 5
const run = batteryRun('kill', 2)

async function audit(fixture: Fixture): Promise<string[]> {
  const [intents, now] = [await fixture.outside.intents(), await fixture.now()]
  return [...(await auditMoney({ pool: fixture.pool, intents, now })), ...(await auditDealings(fixture))]
}

async function auditAfterAMinute(fixture: Fixture): Promise<string[]> {
  await fixture.outside.faults({ mode: 'none' })
  return auditAtRest(fixture.outside, () => audit(fixture))
}

/** `restSeconds`: real seconds until the restarted product had settled everything. */
type Kill = { found: string[]; underWay: number; restSeconds: number }

async function killOnce(fixture: Fixture, chance: Chance, waits: boolean): Promise<Kill> {
  await fixture.outside.faults({
    mode: 'any',
    share: 0.2,
    reads: chance.happens(0.3),
    seed: chance.below(2 ** 31),
  })
  let alive = true
  const crowd = Array.from({ length: people }, (_, index) => bustle(fixture, chance.fork(index), () => alive))
  const before = countAcknowledged(fixture)
  await wait(chance.between(300, 2500))
  // On a slow machine, or during faults that delay every answer, a kill would hit a world that has not begun.
  for (let patience = 0; patience < 100 && countAcknowledged(fixture) < before + 5; patience++) await wait(50)
  // Days pass meanwhile, so that hold renewals and lapses are hit as well.
  const turning = chance.happens(0.25) ? fixture.outside.advance(chance.between(1, 3) * 86_400) : undefined
  if (turning) await wait(chance.between(0, 400))
  alive = false
  await fixture.product.killServer()
  await Promise.all(crowd)
  const { rows } = await fixture.pool.query<{ count: number }>(
    `select count(*)::int from holds where status in ('requested', 'capturing', 'refunding', 'releasing')`,
  )
  if (!waits) await fixture.pool.query('update holds set asked_until = now() where asked_until > now()')
  // While the server is down the faults may go on into the start, or be over before it.
  if (chance.happens(0.5)) await fixture.outside.faults({ mode: 'none' })
  await fixture.product.startServer()
  await turning
  const up = performance.now()
  const found = await auditAfterAMinute(fixture)
  return { found, underWay: rows[0]?.count ?? 0, restSeconds: Math.round((performance.now() - up) / 1000) }
}

async function countRequested({ pool }: Fixture): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from holds where status = 'requested'`,
  )
  return rows[0]?.count ?? 0
}

let fixture: Fixture
beforeAll(async () => {
  await ensureBuilt()
  fixture = await openFixture()
}, 180_000)
afterAll(() => fixture.stop())

test(
  `${run.size} kills under load lose no answer, no hold and no cent (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    let [kills, underWay, acknowledged, slowest] = [0, 0, 0, 0]
    while (kills < run.size && found.length === 0) {
      const kill = await killOnce(fixture, run.chance.fork(kills), (kills + 1) % killsPerExpiry === 0)
      found.push(...kill.found)
      underWay += kill.underWay
      slowest = Math.max(slowest, kill.restSeconds)
      kills += 1
      if (kills % killsPerWorld === 0 && kills < run.size) {
        acknowledged += countAcknowledged(fixture)
        await fixture.stop()
        fixture = await openFixture()
      }
    }
    acknowledged += countAcknowledged(fixture)
    run.report({
      kills,
      'holds under way': underWay,
      acknowledged,
      wrong: found.length,
      'at rest within s': slowest,
    })
    expect(firstOf(found)).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  },
  run.patience(30_000),
)

test('control: without recovery after the kill, holds are orphaned', async () => {
  const { pool, outside, product } = fixture
  // Recovery finds stuck rows by their time of change, and the provider's changes by the time of the last
  // read.
  await pool.query(`create function look_away() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'holds' then new.changed_at := '2200-01-01'; else new.swept_until := '2200-01-01'; end if;
      return new;
    end $$`)
  await pool.query(
    'create trigger look_away before insert or update on holds for each row execute function look_away()',
  )
  await pool.query(
    'create trigger look_away before update on installation for each row execute function look_away()',
  )
  await pool.query('update installation set swept_until = null')
  await outside.webhooks({ paused: true })
  await outside.faults({ mode: 'timeout' })
  let alive = true
  const crowd = Array.from({ length: 4 }, (_, index) =>
    bustle(fixture, run.chance.fork(-index - 2), () => alive),
  )
  // Actions are drawn by chance: the kill waits until a hold is requested.
  for (let patience = 0; patience < 300 && (await countRequested(fixture)) === 0; patience++) await wait(50)
  alive = false
  await product.killServer()
  await Promise.all(crowd)
  await outside.faults({ mode: 'none' })
  await product.startServer()
  await outside.advance(60)
  const found = await audit(fixture)
  expect(found.filter((sentence) => sentence.includes('is requested'))).not.toEqual([])
}, 120_000)
