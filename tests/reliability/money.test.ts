import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop } from '../support/people.ts'
import { addMember } from '../support/shop-people.ts'
import { batteryRun } from './battery-run.ts'
import { chanceOf } from './chance.ts'
import { events, pageHead, places, tellCombination } from './money-table.ts'
import type { Shop } from './price-mixes.ts'

/** The whole run plays all combinations. */
const run = batteryRun('money', 0)
/** Another sample in each run; `SEED=` repeats one. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
const page = join(import.meta.dirname, '../../docs/money.md')

let world: MoneyWorld
let shop: Shop

beforeAll(async () => {
  world = await startMoneyWorld({ LOG_LEVEL: 'silent' })
  const opened = await openShop(world, world.administrator)
  const desk = await addMember(world, opened.shop, opened.shopId, 'desk', 'Dana Desk')
  shop = { shopId: opened.shopId, owner: opened.shop, desk }
})
afterAll(() => world.stop())

const combinations = Object.keys(places).flatMap((place) =>
  Object.keys(events).map((event) => ({ place, event })),
)

test('each payment of the page about money answers one event as the product does', async () => {
  console.log(`▪ money: sample of SEED=${seed}`)
  const chance = chanceOf(seed)
  const written = (await readFile(page, 'utf8')).split('\n')
  for (const place of Object.keys(places)) {
    const line = await tellCombination({ world, shop }, place, chance.pick(Object.keys(events)))
    expect(written, `SEED=${seed}`).toContain(line)
  }
}, 60_000)

run.testWhole(
  'the page about money is as the product behaves',
  async () => {
    const lines: string[] = []
    for (const { place, event } of combinations)
      lines.push(await tellCombination({ world, shop }, place, event))
    run.report({ combinations: lines.length })
    await expect([...pageHead, ...lines, ''].join('\n')).toMatchFileSnapshot(page)
  },
  600_000,
)
