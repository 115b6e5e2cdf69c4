import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { lowestUuid } from '../../database/uuid.ts'
import { workInRounds } from '../../jobs/queue-rounds.ts'
import { mailEmailCode, mailPasswordSignIn } from '../identity-mails.ts'
import { hashCode } from './hash-code.ts'

export const emailCodeJob = 'identity.answer-code-requests'

type CodeRequest = { id: string; email: string }

const batchSize = 100

type Pending = { id: string; requested_at: Date }

/** Sorts before every request. */
const earliest: Pending = { id: lowestUuid, requested_at: new Date(0) }

/** Locks the request, unless another process answers it or has done so. */
async function answer(tx: Queryable, context: Context, id: string): Promise<void> {
  const request = await tx
    .selectFrom('email_codes')
    .select(['id', 'email'])
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!request) return
  const codeHash = await mailAnswer(tx, context, request)
  await tx
    .updateTable('email_codes')
    .set({ answered_at: new Date(context.clock.now()), code_hash: codeHash })
    .where('id', '=', id)
    .execute()
}

/**
 * Mails the code for each pending request: to a customer, or to an address without an account. Any other role
 * gets a mail about the password instead. A disabled customer gets a code too: as with a password, only the
 * right one is refused with the reason. Safe to run in several processes.
 */
export async function answerCodeRequests(context: Context): Promise<void> {
  const { database, clock, log } = context
  await workInRounds(context, {
    name: 'email-codes',
    batchSize,
    list: (after: Pending | null) =>
      database.db
        .selectFrom('email_codes')
        .select(['id', 'requested_at'])
        .where('answered_at', 'is', null)
        .where('expires_at', '>', new Date(clock.now()))
        .where(
          sql<boolean>`(requested_at, id) > (${(after ?? earliest).requested_at}, ${(after ?? earliest).id}::uuid)`,
        )
        .orderBy('requested_at')
        .orderBy('id')
        .limit(batchSize)
        .execute(),
    work: async ({ id }) => {
      try {
        await database.transaction((tx) => answer(tx, context, id))
      } catch (error) {
        log.error({ err: error, challengeId: id }, 'a request for a sign-in code was not answered')
      }
    },
  })
}

/** Queues the mail, and returns the hash of its code; null when it has none. */
async function mailAnswer(
  tx: Queryable,
  context: Context,
  { id, email }: CodeRequest,
): Promise<string | null> {
  const user = await tx.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst()
  if (user && user.role !== 'customer') {
    await mailPasswordSignIn(context, email, { tx })
    return null
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await mailEmailCode(context, email, code, { tx })
  return hashCode(context, id, code)
}
