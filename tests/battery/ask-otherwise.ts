import type { Client, PoolClient } from 'pg'
import type { Database } from '../../server/database/open-database.ts'

type Asked = { text: string; values: unknown[]; name?: string }

/** Lets a process ask the database in other words, in transactions and outside, until the answered function is called. */
export function askOtherwise({ pool }: Database, reword: (text: string) => string): () => void {
  const real = pool.connect.bind(pool)
  const connect = real as (...given: unknown[]) => unknown
  const reworded = (asked: string | Asked): string | Asked => {
    const text = typeof asked === 'string' ? asked : reword(asked.text)
    if (typeof asked === 'string' || text === asked.text) return asked
    // Without a name: a connection keeps the first text of a named statement.
    return { text, values: asked.values }
  }
  const connectOtherwise = async () => {
    const client = (await connect()) as Client & PoolClient
    const query = client.query.bind(client) as (asked: string | Asked) => unknown
    return {
      query: (asked: string | Asked) => query(reworded(asked)),
      release: () => client.release(),
      end: () => client.end(),
    }
  }
  // With a callback the pool asks itself, for a test.
  pool.connect = ((...given: unknown[]) =>
    given.length > 0 ? connect(...given) : connectOtherwise()) as typeof real
  return () => void (pool.connect = real)
}
