import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import { newDeletedAddress } from '../identity/deleted-person.ts'
import type { MailKind } from './mail-kinds.ts'

/** Mails to somebody who is gone: their address is in the outbox for the sending alone. */
const lastMails: readonly string[] = ['account_deleted'] satisfies MailKind[]

export function isLastMail({ kind }: { kind: string }): boolean {
  return lastMails.includes(kind)
}

/** Takes the address out of a last mail that has left, or never will. Call it in the transaction that records which. */
export async function forgetRecipient(tx: Queryable, mail: { id: string; kind: string }): Promise<void> {
  if (!isLastMail(mail)) return
  await sql`select set_config('dashfit.anonymising', 'on', true)`.execute(tx)
  await tx.updateTable('outbox').set({ recipient: newDeletedAddress() }).where('id', '=', mail.id).execute()
  await sql`select set_config('dashfit.anonymising', 'off', true)`.execute(tx)
}
