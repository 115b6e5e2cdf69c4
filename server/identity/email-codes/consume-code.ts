import { sql } from 'kysely'
import { accountEmail } from '../../../contract/identity/identity.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { hashCode } from './hash-code.ts'

const maxTries = 5

export type TriedCode = { email: string; challengeId: string; code: string }

function refuseForGood(sentence: string): never {
  return refuse('auth/code-expired', { field: 'code', sentence })
}

/**
 * Uses up the code of a challenge. One update decides under the row's lock: of parallel tries at most five
 * are checked, and a right one succeeds once. Refuses a wrong code as `auth/invalid-verification-code`, and
 * as `auth/code-expired` an expired or used code, the fifth wrong one and every later one, and alike a
 * missing challenge and one of another address.
 */
export async function consumeCode(context: Context, { email, challengeId, code }: TriedCode): Promise<void> {
  const { db } = context.database
  const address = accountEmail(email)
  const now = new Date(context.clock.now())
  const hash = hashCode(context, challengeId, code)
  const { rows } = await sql<{ is_right: boolean; tries: number }>`
    update email_codes set tries = tries + 1, used_at = case when code_hash = ${hash} then ${now}::timestamptz end
    where id = ${challengeId}::uuid and email = ${address} and used_at is null and tries < ${maxTries}
      and expires_at > ${now}
    returning used_at is not null as is_right, tries`.execute(db)
  const [tried] = rows
  if (tried?.is_right) return
  if (tried && tried.tries < maxTries)
    return refuse('auth/invalid-verification-code', {
      field: 'code',
      sentence: 'That code isn’t right. Check the newest email and try again.',
    })
  const row = await db
    .selectFrom('email_codes')
    .select(['used_at', 'tries'])
    .where('id', '=', challengeId)
    .where('email', '=', address)
    .executeTakeFirst()
  if (!row) return refuseForGood('That code doesn’t work here. Send a new one.')
  if (row.used_at) return refuseForGood('That code was already used. Send a new one.')
  if (row.tries >= maxTries) return refuseForGood('Too many wrong codes. Send a new one.')
  return refuseForGood('That code expired. Send a new one.')
}
