import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { sealText } from '../identity/sealed-text.ts'
import { addressLinkOf, linkDays } from './address-link.ts'
import { queueMail } from './queue-mail.ts'

export type MailAddress = {
  /**
   * The account's own address, or the one that the appointment names once it is proven. For a customer
   * without an account the one that the shop typed; empty without one.
   */
  recipient: string
  /** The named address while it is neither the account's own nor proven. */
  unproven: string | null
  /** Whether the customer has no account. */
  isGuest?: boolean
}

type Row = { own: string; named: string; proven_at: Date | null; is_guest: boolean }

/** The address for mails to the customer of an appointment. */
export async function findMailAddress(tx: Queryable, appointmentId: string): Promise<MailAddress> {
  const { rows } = await sql<Row>`
    select u.email as own, lower(a.customer_email) as named, c.proven_at, g.user_id is not null as is_guest
      from appointments a join users u on u.id = a.customer_id
      left join customer_addresses c on c.user_id = u.id and c.email = lower(a.customer_email)
      left join guests g on g.user_id = a.customer_id
      where a.id = ${appointmentId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no appointment ${appointmentId}`)
  if (row.is_guest) return { recipient: row.named, unproven: null, isGuest: true }
  if (row.proven_at !== null) return { recipient: row.named, unproven: null }
  return { recipient: row.own, unproven: row.named === row.own ? null : row.named }
}

/**
 * Whether the reader of an address proved it, by the account of that address or as one that the customer
 * named.
 */
export async function isProvenAddress(tx: Queryable, address: string, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ is_proven: boolean }>`
    select ${provenAddress(sql.val(address), sql.val(customerId))} as is_proven`.execute(tx)
  return rows[0]?.is_proven === true
}

/** The same in a query, of columns. */
export function provenAddress(
  address: RawBuilder<unknown>,
  customerId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from users u where u.email = ${address} and u.email_verified and u.disabled_at is null)
    or exists (select from customer_addresses c
      where c.user_id = ${customerId} and c.email = ${address} and c.proven_at is not null))`
}

type NamedBy = 'customer' | 'shop' | 'administrator'

const proofLock = 7_310_407

/**
 * Mails a link to an address that a customer named, at most once a day: mails about appointments go there
 * once its reader has followed the link. Returns the seconds to wait, and mails nothing, once the customer
 * has named the most other addresses of a day (each may be a stranger's).
 */
export async function requestAddressProof(
  tx: Queryable,
  context: Context,
  { customerId, address, namedBy }: { customerId: string; address: string; namedBy: NamedBy },
): Promise<number | null> {
  const at = new Date(context.clock.now())
  const dayAgo = new Date(at.getTime() - 86_400_000)
  await sql`select pg_advisory_xact_lock(${proofLock}, hashtext(${customerId}))`.execute(tx)
  const asked = await tx
    .selectFrom('customer_addresses')
    .select('asked_at')
    .where('user_id', '=', customerId)
    .where('email', '!=', address)
    .where('asked_at', '>', dayAgo)
    .orderBy('asked_at', 'desc')
    .limit(context.config.limits.namedAddresses)
    .execute()
  const oldest = asked.at(context.config.limits.namedAddresses - 1)
  if (oldest) return Math.max(1, Math.ceil((oldest.asked_at.getTime() - dayAgo.getTime()) / 1000))
  const { rows } = await sql`
    insert into customer_addresses as c (user_id, email, asked_at) values (${customerId}, ${address}, ${at})
      on conflict (user_id, email) do update set asked_at = ${at}
      where c.proven_at is null and c.asked_at <= ${dayAgo}
      returning email`.execute(tx)
  if (rows.length === 0) return null
  const link = await sealText(context, addressLinkOf(context, { customerId, address }))
  await queueMail(tx, {
    kind: 'address_proof',
    recipient: address,
    at,
    payload: { createdAt: at.toISOString(), customerId, link, namedBy },
    actorId: customerId,
  })
  return null
}

/** Records that the reader of an address wants the mails. `over` for a link after its time. */
export async function recordAddressProof(
  tx: Queryable,
  { customerId, address }: { customerId: string; address: string },
  now: number,
): Promise<'proven' | 'known' | 'over'> {
  const row = await tx
    .selectFrom('customer_addresses')
    .select(['asked_at', 'proven_at'])
    .where('user_id', '=', customerId)
    .where('email', '=', address)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'over'
  if (row.proven_at !== null) return 'known'
  if (row.asked_at.getTime() <= now - linkDays * 86_400_000) return 'over'
  await tx
    .updateTable('customer_addresses')
    .set({ proven_at: new Date(now) })
    .where('user_id', '=', customerId)
    .where('email', '=', address)
    .execute()
  return 'proven'
}
