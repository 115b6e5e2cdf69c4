import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop } from '../support/people.ts'
import { addMember } from '../support/shop-people.ts'
import { batteryRun } from './battery-run.ts'
import { events, pageHead, places, tellCombination } from './money-table.ts'
import type { Shop } from './price-mixes.ts'

/** The size is the number of combinations; the whole run plays all of them. */
const run = batteryRun('money', 8)
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

test('some lines of the page about money are as the product behaves', async () => {
  const written = await readFile(page, 'utf8')
  for (const { place, event } of run.chance.shuffled(combinations).slice(0, 8))
    expect(written).toContain(await tellCombination({ world, shop }, place, event))
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
