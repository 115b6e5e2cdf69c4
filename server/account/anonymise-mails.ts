import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { deletedNames, deletedPhone } from '../identity/deleted-person.ts'
import { customerKinds, staffKinds } from '../notifications/limits/mail-policies.ts'
import { listingKinds } from '../notifications/forget-parts.ts'
import type { LockedAccount } from './lock-account.ts'

/** The attempt limit of mails: a worker that is sending one now cannot schedule a retry. */
const maxAttempts = 12

const deletedSentence = 'The account was deleted.'

/** The texts of a mail `o` that may name a person: an address, and what staff typed. Blank. */
const typedTexts = sql`(select coalesce(jsonb_object_agg(key, ''), '{}')
  from unnest(array['newAddress', 'reasonGiven', 'note', 'condition']) as key where o.payload ? key)`

/**
 * Removes a person from the outbox: as recipient, and from the text of every mail about them, including mails
 * to shops and administrators. The record of subject and time stays; unsent mails to them are cancelled. Call
 * it while their appointments still carry their address.
 */
export async function anonymiseMails(
  tx: Queryable,
  { config }: Context,
  account: LockedAccount,
  { address, at }: { address: string; at: Date },
): Promise<void> {
  const texts = JSON.stringify({
    customerName: deletedNames.customer,
    customerEmail: address,
    customerPhone: deletedPhone,
  })
  await sql`select set_config('dashfit.anonymising', 'on', true)`.execute(tx)
  await sql`
    update outbox o set
      recipient = case when o.kind = any(${customerKinds}) then ${address} else o.recipient end,
      payload = o.payload || ${texts}::jsonb
        || jsonb_build_object('vehicle', o.payload -> 'vehicle' || '{"vin": null}')
        || ${typedTexts}
    from appointments a
    where a.customer_id = ${account.id} and o.payload ->> 'appointmentId' = a.id::text`.execute(tx)
  // A mail that was sent lists no jobs any more.
  await sql`
    update outbox o set payload = o.payload || jsonb_build_object('jobs', (
      select coalesce(jsonb_agg(j), '[]') from jsonb_array_elements(o.payload -> 'jobs') j
        where not exists (select from appointments a where a.customer_id = ${account.id}
          and j ->> 'appointmentId' = a.id::text)))
    where o.kind = any(${listingKinds}) and o.sent_at is null and o.given_up_at is null`.execute(tx)
  await sql`
    update outbox o set
      recipient = ${address},
      -- A mailed link carries the address too, sealed.
      payload = o.payload || ${typedTexts}
        || case when payload ? 'jobs' then '{"jobs": []}'::jsonb else '{}' end
        || case when payload ? 'link' then ${JSON.stringify({ link: config.publicUrl })}::jsonb else '{}' end
    where (recipient = ${account.email} and kind <> 'address_proof'
        and (payload ->> 'appointmentId' is null or kind = any(${staffKinds})))
      or (kind = 'address_proof' and payload ->> 'customerId' = ${account.id}
        and recipient in (select email from customer_addresses where user_id = ${account.id}))`.execute(tx)
  await sql`
    update outbox o set payload = o.payload || (select coalesce(jsonb_object_agg(key, ''), '{}')
      from unnest(array['invitedBy', 'changedBy']) as key where o.payload ? key)
    where o.kind in ('shop_invitation', 'shop_access_changed') and o.actor_id = ${account.id}`.execute(tx)
  await sql`
    update outbox o set payload = o.payload || jsonb_build_object('email', ${address}::text)
    where o.kind = 'shop_invitation' and o.payload ->> 'email' = ${account.email}`.execute(tx)
  await sql`
    update outbox set payload = payload || ${JSON.stringify({ ownerEmail: address })}::jsonb
    where kind = 'shop_awaits_approval' and payload ->> 'ownerEmail' = ${account.email}`.execute(tx)
  await sql`select set_config('dashfit.anonymising', 'off', true)`.execute(tx)
  // The words of a mail server may repeat the address.
  await tx
    .updateTable('outbox')
    .set({ last_error: deletedSentence })
    .where('recipient', '=', address)
    .where('last_error', 'is not', null)
    .execute()
  await tx
    .updateTable('outbox')
    .set({
      given_up_at: at,
      leased_until: null,
      attempts: maxAttempts,
      last_error: deletedSentence,
    })
    .where('recipient', '=', address)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}
