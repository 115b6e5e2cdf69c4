import { CompiledQuery, Transaction, type Dialect, type Kysely } from 'kysely'
import { isBehindFailure } from './database-errors.ts'
import type { Tables } from './tables.ts'

type Queryable = Kysely<Tables>

/** Statements that a transaction sends together with its commit. */
const written = new WeakMap<Queryable, Promise<unknown>[]>()

/**
 * Sends a statement together with the commit, which waits for it. If the statement fails, the whole
 * transaction fails. Only for the last write of a transaction whose result is not read: a check of the result
 * would come too late. Outside of a transaction of `transactionsOn` it is awaited at once.
 */
export async function leaveToCommit(tx: Queryable, statement: Promise<unknown>): Promise<void> {
  const pending = written.get(tx)
  if (!pending) return void (await statement)
  // It may fail before the work ends; the commit handles the rejection.
  statement.catch(() => undefined)
  pending.push(statement)
}

/**
 * Waits for pipelined statements of a transaction. Throws the error of the first statement that failed: the
 * later ones fail as a consequence.
 */
export async function answersOf<Statements extends readonly Promise<unknown>[]>(
  ...statements: Statements
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  await Promise.allSettled(statements)
  // All of them have settled, so this loop throws the first rejection in their order.
  const answers: unknown[] = []
  for (const statement of statements) answers.push(await statement)
  return answers as { -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }
}

/**
 * Runs the work in one transaction: committed once the promise is fulfilled, rolled back when it is rejected.
 */
export type RunTransaction = <Result>(work: (tx: Queryable) => Promise<Result>) => Promise<Result>

/**
 * Makes transactions that pipeline their statements: statements issued together are sent together, and the
 * `begin` travels with the first of them. The database runs them in order. Under read committed, each sees
 * the writes before it and everything committed before it began. A statement behind one that waits for a lock
 * therefore reads the state after the lock was granted.
 */
export function transactionsOn(db: Kysely<Tables>, dialect: Dialect): RunTransaction {
  const [config, driver] = [{ dialect }, dialect.createDriver()]
  const all = db.getExecutor()
  return (work) =>
    all.provideConnection(async (connection) => {
      let state: 'open' | 'failed' | 'over' = 'open'
      const executor = all.withConnectionProvider({
        provideConnection: async (use) => {
          if (state === 'over') throw new Error('a statement came after the end of its transaction')
          try {
            return await use(connection)
          } catch (error) {
            state = 'failed'
            throw error
          }
        },
      })
      const tx = new Transaction<Tables>({ config, driver, dialect, executor })
      const pending: Promise<unknown>[] = []
      written.set(tx, pending)
      const send = (command: string) => connection.executeQuery(CompiledQuery.raw(command))
      const begun = send('begin')
      begun.catch(() => undefined)
      try {
        const result = await work(tx)
        if (hasFailed()) {
          await answersOf(begun, ...pending)
          // The database would silently turn a commit into a rollback.
          throw new Error('a statement of the transaction failed, and the work went on')
        }
        state = 'over'
        await answersOf(begun, ...pending, send('commit'))
        return result
      } catch (error) {
        const isCommitSent = state === 'over'
        state = 'over'
        // The rollback is queued behind every statement still in flight on this connection.
        if (!isCommitSent) await send('rollback')
        // A statement left to the commit may be the first failure.
        if (isBehindFailure(error)) await answersOf(begun, ...pending)
        throw error
      }

      function hasFailed(): boolean {
        return state === 'failed'
      }
    })
}
