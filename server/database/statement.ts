import type { CompiledQuery } from 'kysely'
import type { Queryable } from './open-database.ts'

/**
 * A statement that the query builder makes once, and not anew each time: that costs more than to run it. `build` is called with a
 * symbol in the place of each value, and hands it to the builder wherever that takes a value. What it makes may depend on which values
 * are given, never on what they are. Gives the rows.
 */
export function statement<Given extends object, Row>(
  build: (db: Queryable, given: Given) => { compile(db: Queryable): CompiledQuery<Row> },
): (db: Queryable, given: Given) => Promise<Row[]> {
  const made = new Map<string, CompiledQuery<Row>>()
  return async (db, given) => {
    const names = Object.keys(given)
    const shape = names.join(' ')
    let query = made.get(shape)
    if (!query) {
      const standIns = Object.fromEntries(names.map((name) => [name, Symbol(name)]))
      query = build(db, standIns as Given).compile(db)
      made.set(shape, query)
    }
    const parameters = query.parameters.map((value) =>
      typeof value === 'symbol' ? given[value.description as keyof Given] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** The row of a statement that always has one. */
export function rowOf<Row>([row]: readonly (Row | undefined)[]): Row {
  if (row === undefined) throw new Error('a statement that always has a row has none')
  return row
}
