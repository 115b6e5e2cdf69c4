import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import { newDeletedAddress } from '../identity/deleted-person.ts'
import type { MailKind } from './mail-kinds.ts'

/**
 * Mails to an address that has no account any more, or may never get one: the outbox keeps the address only
 * until the mail is sent.
 */
const unkeptKinds: readonly string[] = ['account_deleted', 'email_code'] satisfies MailKind[]

export function hasUnkeptAddress({ kind }: { kind: string }): boolean {
  return unkeptKinds.includes(kind)
}

/**
 * Deletes the address of such a mail that was sent or given up. Call it in the transaction that records
 * either.
 */
export async function forgetRecipient(tx: Queryable, mail: { id: string; kind: string }): Promise<void> {
  if (!hasUnkeptAddress(mail)) return
  await sql`select set_config('dashfit.anonymising', 'on', true)`.execute(tx)
  await tx.updateTable('outbox').set({ recipient: newDeletedAddress() }).where('id', '=', mail.id).execute()
  await sql`select set_config('dashfit.anonymising', 'off', true)`.execute(tx)
  // The words of a mail server may repeat the address.
  await tx
    .updateTable('outbox')
    .set({ last_error: 'The mail server refused it.' })
    .where('id', '=', mail.id)
    .where('last_error', 'is not', null)
    .execute()
}
