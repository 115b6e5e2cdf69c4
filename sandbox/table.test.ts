import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { everything, createTable } from './table.ts'

interface Row {
  id: string
  owner: string | null
}

const steps = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    owner: fc.constantFrom('x', 'y', null),
    remove: fc.boolean(),
  }),
  { maxLength: 60 },
)

test('an index finds the same records as a scan, in the order of creation', () => {
  fc.assert(
    fc.property(steps, (history) => {
      const table = createTable<Row>({ all: everything, owner: (row) => row.owner })
      const plain = new Map<string, Row>()
      for (const { id, owner, remove } of history) {
        if (remove) {
          table.remove(id)
          plain.delete(id)
        } else {
          table.put(id, { id, owner })
          plain.set(id, { id, owner })
        }
      }
      const rows = [...plain.values()]
      expect([...table.values()]).toEqual(rows)
      expect(table.idsBy('all', 'all')).toEqual(rows.map((row) => row.id))
      for (const owner of ['x', 'y']) {
        const ids = rows.filter((row) => row.owner === owner).map((row) => row.id)
        expect(table.idsBy('owner', owner)).toEqual(ids)
        for (const [place, { id }] of rows.entries()) {
          const before = rows.slice(0, place).filter((row) => row.owner === owner).length
          expect(table.rankAmong(ids, id)).toBe(before)
        }
      }
      expect(table.rankAmong([], 'nobody')).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})

test('an unknown index throws instead of being empty', () => {
  expect(() => createTable<Row>().idsBy('owner', 'x')).toThrow('no index')
})
