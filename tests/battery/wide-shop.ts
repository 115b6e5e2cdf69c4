import type { World } from '../support/start-world.ts'

/** Gives shop 5 so many bays that a whole battery finds room there. */
export async function widenShop(world: World, bays: number): Promise<void> {
  await world.context.database.pool.query(
    `insert into bays (shop_id, name) select 5, 'Bay ' || n from generate_series(3, $1::int) n`,
    [bays],
  )
}

/** So many at a time, in the order given. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
