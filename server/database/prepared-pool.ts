import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Client, Pool, PoolClient } from 'pg'
import { isDatabaseDown, isQueryTimeout } from './database-errors.ts'

const mostStatements = 500
const names = new Map<string, string>()
const everyColumn = /(select|returning|,)\s+\*|\.\*/i

/**
 * The name under which a connection keeps the plan of a statement; undefined for one that is not worth or not safe to keep:
 * without parameters, or of every column, which change under it when a newer version adds one while this process runs.
 */
function nameOf(text: string, parameters: readonly unknown[]): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (parameters.length === 0 || everyColumn.test(text) || names.size >= mostStatements) return undefined
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

/** Who looks at queries from outside. Milliseconds. */
export type QueryWatch = {
  /** A connection was waited for. */
  waited(ms: number): void
  /** Runs a query, and nothing else, and answers as it does. */
  around<Result>(text: string, run: () => Promise<Result>): Promise<Result>
}

/** Closes the connection under a query that waits; the pool forgets it when it is given back. */
async function endAtOnce(client: PoolClient): Promise<void> {
  await (client as unknown as Client).end().catch(() => undefined)
}

/**
 * The pool for the query builder, with every statement prepared once per connection: planning the day of a shop costs four
 * times what running it does. `onLost` hears of each query that failed because the database is away.
 */
export function preparedPool(pool: Pool, onLost: () => void, watch?: QueryWatch): PostgresPool {
  const noteLost = (error: unknown): never => {
    if (isDatabaseDown(error)) onLost()
    throw error
  }
  return {
    end: () => pool.end(),
    connect: async () => {
      const asked = performance.now()
      const client = await pool.connect().catch(noteLost)
      watch?.waited(performance.now() - asked)
      return {
        query: (text: unknown, parameters: readonly unknown[] = []) => {
          if (typeof text !== 'string') return client.query(text as never)
          const name = nameOf(text, parameters)
          const values = [...parameters]
          const run = () => client.query(name === undefined ? { text, values } : { name, text, values })
          return (watch ? watch.around(text, run) : run()).catch((error: unknown) => {
            // Whatever is asked next on this connection, the rollback to begin with, would wait as long again.
            if (isQueryTimeout(error)) void endAtOnce(client)
            return noteLost(error)
          })
        },
        release: () => client.release(),
      } as unknown as PostgresPoolClient
    },
  }
}
