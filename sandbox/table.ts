/** The key of a record in an index, or null to leave it out. */
export type KeyOf<Row> = (row: Row) => string | null

/** The key of an index that holds every record of its kind. */
export const everything = (): string => 'all'

export interface Table<Row> {
  readonly size: number
  get(id: string): Row | undefined
  entries(): IterableIterator<[id: string, row: Row]>
  values(): IterableIterator<Row>
  put(id: string, row: Row): void
  remove(id: string): void
  /** The ids of an index under `key`, in the order of creation. */
  idsBy(index: string, key: string): readonly string[]
  /** The number of `ids` made before the record `id`; undefined when there is no such record. */
  rankAmong(ids: readonly string[], id: string): number | undefined
}

const NO_IDS: readonly string[] = []

/** Records of one kind by id, and sorted ids by the key of each index, so that no read scans the table. */
export function createTable<Row>(indexes: Record<string, KeyOf<Row>> = {}): Table<Row> {
  const rows = new Map<string, Row>()
  const places = new Map<string, number>()
  const named = Object.entries(indexes).map(([name, keyOf]) => ({
    name,
    keyOf,
    byKey: new Map<string, string[]>(),
  }))
  let nextPlace = 1

  /** The number of `ids` before `place`. */
  function rank(ids: readonly string[], place: number): number {
    let low = 0
    let high = ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((places.get(ids[middle] ?? '') ?? 0) < place) low = middle + 1
      else high = middle
    }
    return low
  }

  function enter(ids: string[], id: string): void {
    const at = rank(ids, places.get(id) ?? 0)
    if (at === ids.length) ids.push(id)
    else ids.splice(at, 0, id)
  }

  function update(id: string, before: Row | undefined, after: Row | undefined): void {
    for (const { keyOf, byKey } of named) {
      const keyBefore = before === undefined ? null : keyOf(before)
      const keyAfter = after === undefined ? null : keyOf(after)
      if (keyBefore === keyAfter) continue
      if (keyBefore !== null) {
        const ids = byKey.get(keyBefore)
        ids?.splice(rank(ids, places.get(id) ?? 0), 1)
        if (ids?.length === 0) byKey.delete(keyBefore)
      }
      if (keyAfter === null) continue
      const ids = byKey.get(keyAfter)
      if (ids) enter(ids, id)
      else byKey.set(keyAfter, [id])
    }
  }

  return {
    get size() {
      return rows.size
    },
    get: (id) => rows.get(id),
    entries: () => rows.entries(),
    values: () => rows.values(),
    put(id, row) {
      const before = rows.get(id)
      if (named.length > 0) {
        if (before === undefined) places.set(id, nextPlace++)
        update(id, before, row)
      }
      rows.set(id, row)
    },
    remove(id) {
      const before = rows.get(id)
      if (before === undefined) return
      update(id, before, undefined)
      rows.delete(id)
      places.delete(id)
    },
    idsBy(index, key) {
      const found = named.find(({ name }) => name === index)
      if (!found) throw new Error(`There is no index ${index}`)
      return found.byKey.get(key) ?? NO_IDS
    },
    rankAmong(ids, id) {
      const place = places.get(id)
      return place === undefined ? undefined : rank(ids, place)
    },
  }
}
