import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import { newDeletedAddress } from '../identity/deleted-person.ts'
import type { MailKind } from './mail-kinds.ts'

/**
 * Mails to an address that has no account any more, or may never get one: the outbox keeps the address only
 * until the mail is sent.
 */
const unkeptRecipients: readonly string[] = ['account_deleted', 'email_code'] satisfies MailKind[]

/** Mails that list the jobs of a day: the outbox keeps the names of their customers only until then. */
export const listingKinds: readonly string[] = [
  'shop_day_sheet',
  'shop_done_not_charged',
] satisfies MailKind[]

type Mail = { id: string; kind: string }

export function hasUnkeptParts({ kind }: Pick<Mail, 'kind'>): boolean {
  return unkeptRecipients.includes(kind) || listingKinds.includes(kind)
}

/**
 * Deletes the address or the jobs of such a mail that was sent or given up. Call it in the transaction that
 * records either.
 */
export async function forgetParts(tx: Queryable, mail: Mail): Promise<void> {
  if (unkeptRecipients.includes(mail.kind)) await forgetRecipient(tx, mail)
  if (listingKinds.includes(mail.kind)) await forgetJobs(tx, mail)
}

async function forgetJobs(tx: Queryable, { id }: Mail): Promise<void> {
  await sql`select set_config('dashfit.anonymising', 'on', true)`.execute(tx)
  await sql`update outbox set payload = payload || '{"jobs": []}' where id = ${id}`.execute(tx)
  await sql`select set_config('dashfit.anonymising', 'off', true)`.execute(tx)
}

async function forgetRecipient(tx: Queryable, mail: Mail): Promise<void> {
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
