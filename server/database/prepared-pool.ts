import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Client, Pool, PoolClient } from 'pg'
import { isDatabaseDown, isQueryTimeout } from './database-errors.ts'

const mostStatements = 500
const names = new Map<string, string>()
const everyColumn = /(select|returning|,)\s+\*|\.\*/i

/**
 * Returns the name of a prepared statement, or undefined for a statement that is not prepared. That is one
 * without parameters, or with a `*`, whose columns change when a newer version adds one while this process
 * runs.
 */
function nameOf(text: string, parameters: readonly unknown[]): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (parameters.length === 0 || everyColumn.test(text) || names.size >= mostStatements) return undefined
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

/** Observer of queries. Durations in milliseconds. */
export type QueryWatch = {
  /** Called after waiting for a connection. */
  waited(ms: number): void
  /** Runs the query and returns its result unchanged. */
  around<Result>(text: string, run: () => Promise<Result>): Promise<Result>
}

/** Closes the connection of a query that still waits. The pool drops the connection on release. */
async function closeNow(client: PoolClient): Promise<void> {
  await (client as unknown as Client).end().catch(() => undefined)
}

/**
 * The pool of the query builder. It prepares every statement once per connection: planning the day of a shop
 * costs four times its execution. Calls `onLost` for each query that failed because the database was
 * unreachable.
 */
export function preparedPool(pool: Pool, onLost: () => void, watch?: QueryWatch): PostgresPool {
  const noteLost = (error: unknown): never => {
    if (isDatabaseDown(error)) onLost()
    throw error
  }
  return {
    options: pool.options,
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
            // The next statement on this connection, first of all the rollback, would wait as long again.
            if (isQueryTimeout(error)) void closeNow(client)
            return noteLost(error)
          })
        },
        release: () => client.release(),
      } as unknown as PostgresPoolClient
    },
  }
}
