import type { Client, PoolClient } from 'pg'
import type { Database } from '../../server/database/open-database.ts'

type Query = { text: string; values: unknown[]; name?: string }

/**
 * Rewrites the SQL of every query of a database, in transactions and outside, until the returned function is
 * called.
 */
export function askOtherwise({ pool }: Database, reword: (text: string) => string): () => void {
  const real = pool.connect.bind(pool)
  const connect = real as (...given: unknown[]) => unknown
  const rewriteQuery = (statement: string | Query): string | Query => {
    const text = typeof statement === 'string' ? statement : reword(statement.text)
    if (typeof statement === 'string' || text === statement.text) return statement
    // Without a name: a connection caches the first text of a named statement.
    return { text, values: statement.values }
  }
  const connectRewriting = async () => {
    const client = (await connect()) as Client & PoolClient
    const query = client.query.bind(client) as (statement: string | Query) => unknown
    return {
      query: (statement: string | Query) => query(rewriteQuery(statement)),
      release: () => client.release(),
      end: () => client.end(),
    }
  }
  // The pool itself calls `connect` with a callback, for a single query.
  pool.connect = ((...given: unknown[]) =>
    given.length > 0 ? connect(...given) : connectRewriting()) as typeof real
  return () => void (pool.connect = real)
}
