import { CompiledQuery, Transaction, type Dialect, type Kysely } from 'kysely'
import { isBehindFailure } from './database-errors.ts'
import type { Tables } from './tables.ts'

type Queryable = Kysely<Tables>

/** What a transaction still writes when its work is done, and whose outcome nothing in it depends on. */
const written = new WeakMap<Queryable, Promise<unknown>[]>()

/**
 * Lets a statement go out together with the commit, for which whoever runs the transaction waits; if it fails, everything does. For the last
 * thing that a transaction writes, where nobody looks at the answer: one that is judged after it came would be judged too late. Outside
 * of a transaction of `transactionsOn` it is simply waited for.
 */
export async function leaveToCommit(tx: Queryable, statement: Promise<unknown>): Promise<void> {
  const left = written.get(tx)
  if (!left) return void (await statement)
  // It may fail while the work goes on; it is looked at with the commit.
  statement.catch(() => undefined)
  left.push(statement)
}

/**
 * Waits for statements of a transaction that were asked together. What the first of them to fail failed with is thrown: those behind it
 * fail because of it.
 */
export async function answersOf<Statements extends readonly Promise<unknown>[]>(
  ...statements: Statements
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  await Promise.allSettled(statements)
  // All of them have ended: the first rejection in their order is the first one that this comes to.
  const answers: unknown[] = []
  for (const statement of statements) answers.push(await statement)
  return answers as { -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }
}

/** Does its work in one transaction: all of it is committed once this is fulfilled, and none of it when it is rejected. */
export type RunTransaction = <Result>(work: (tx: Queryable) => Promise<Result>) => Promise<Result>

/**
 * Transactions whose statements do not wait for each other's answers unless the work does: what it asks together goes out
 * together, the beginning with whatever comes first. The database does one after another, each seeing what those before it wrote and, in
 * its isolation (read committed), what others committed before it began: a statement behind one that waits for a lock
 * reads what is true once the lock is there.
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
      const left: Promise<unknown>[] = []
      written.set(tx, left)
      const say = (command: string) => connection.executeQuery(CompiledQuery.raw(command))
      const begun = say('begin')
      begun.catch(() => undefined)
      try {
        const result = await work(tx)
        if (hasFailed()) {
          await answersOf(begun, ...left)
          // The database would take a commit for a rollback, without a word.
          throw new Error('a statement of the transaction failed, and the work went on')
        }
        state = 'over'
        await answersOf(begun, ...left, say('commit'))
        return result
      } catch (error) {
        const isCommitSent = state === 'over'
        state = 'over'
        // Whatever is under way on this connection is answered before this is.
        if (!isCommitSent) await say('rollback')
        // What was left to the commit may be what failed first.
        if (isBehindFailure(error)) await answersOf(begun, ...left)
        throw error
      }

      function hasFailed(): boolean {
        return state === 'failed'
      }
    })
}
