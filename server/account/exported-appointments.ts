import { sql } from 'kysely'
import { formatWallTime } from '../../contract/time.ts'
import { vehicleOf } from '../catalog/queries.ts'
import { customerKinds } from '../notifications/limits/mail-policies.ts'
import type { Queryable } from '../database/open-database.ts'
import { exportPrices } from '../payments/price/price-of-account.ts'
import { exportWork } from '../workshop/work-orders/work-of-account.ts'
import { readVerdicts, verdictOf } from './exported-fitment.ts'
import { shownFeeOf } from '../payments/cancellation-fee.ts'

async function readMoney(db: Queryable, customerId: string) {
  return db
    .selectFrom('ledger as l')
    .leftJoin('holds as h', 'h.id', 'l.hold_id')
    .innerJoin('appointments as a', 'a.id', 'l.appointment_id')
    .select(['l.appointment_id', 'l.movement', 'l.amount_cents', 'l.recorded_at'])
    .select(['h.purpose', 'h.card_brand', 'h.card_last_four', 'h.card_wallet', 'h.consent_text'])
    .where('a.customer_id', '=', customerId)
    .orderBy('l.id')
    .execute()
}
type Money = Awaited<ReturnType<typeof readMoney>>[number]

/** Corrections of the contact of a customer's appointments, oldest first. */
async function readCorrections(db: Queryable, customerId: string) {
  return db
    .selectFrom('contact_changes as c')
    .innerJoin('appointments as a', 'a.id', 'c.appointment_id')
    .select(['c.appointment_id', 'c.field', 'c.value_before', 'c.value_after', 'c.changed_at'])
    .where('a.customer_id', '=', customerId)
    .orderBy('c.id')
    .execute()
}
type Correction = Awaited<ReturnType<typeof readCorrections>>[number]

function correctionOf({ field, value_before: before, value_after: after, changed_at: at }: Correction) {
  return { field, before, after, at: at.toISOString() }
}

/** Addresses beside the account's own that a customer named for mail. */
export async function listOtherAddresses(db: Queryable, customerId: string) {
  const rows = await db
    .selectFrom('customer_addresses')
    .select(['email', 'asked_at', 'proven_at'])
    .where('user_id', '=', customerId)
    .orderBy('email')
    .execute()
  return rows.map(({ email, asked_at: asked, proven_at: proven }) => {
    return { email, askedAt: asked.toISOString(), confirmedAt: proven?.toISOString() ?? null }
  })
}

/** Hold purposes that the customer agreed to by pressing a labelled button. */
const agreedBy = ['booking', 'package', 'confirmation'] as const
type Agreed = (typeof agreedBy)[number]

function isAgreed(purpose: string): purpose is Agreed {
  return (agreedBy as readonly string[]).includes(purpose)
}

function movementOf({ movement, amount_cents: amountCents, recorded_at: at, ...hold }: Money) {
  const card =
    hold.card_brand === null
      ? null
      : {
          brand: hold.card_brand,
          lastFour: hold.card_last_four,
          ...(hold.card_wallet !== null && { wallet: hold.card_wallet }),
        }
  return { movement, amountCents, at: at.toISOString(), card }
}

/** Start and end of the customer's consent to hold, save and charge a card. */
function consentsOf(money: readonly Money[]) {
  const ended = money.find(({ movement }) => movement === 'authorization_ended')
  return money.flatMap(
    ({ movement, purpose, amount_cents: amountCents, recorded_at: at, consent_text: text }) =>
      movement === 'hold_requested' && purpose !== null && isAgreed(purpose)
        ? [
            {
              to: 'hold this amount, save the card to renew the hold, and charge it once the installation is done',
              text,
              amountCents,
              givenAt: at.toISOString(),
              endedAt: ended?.recorded_at.toISOString() ?? null,
            },
          ]
        : [],
  )
}

/**
 * A customer's appointments with all data about them, the earliest first. Amounts in cents, instants in UTC.
 */
export async function exportAppointments(db: Queryable, customerId: string) {
  const rows = await db
    .selectFrom('appointments as a')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .selectAll('a')
    .select(['p.name as package_name', 's.business_name', 's.address', 's.time_zone'])
    .leftJoin('waiting_list as w', 'w.appointment_id', 'a.id')
    .leftJoin('receipts as rc', 'rc.appointment_id', 'a.id')
    .select(['w.created_at as waits_since', 'rc.number as receipt_number'])
    .where('a.customer_id', '=', customerId)
    .orderBy('a.created_at')
    .execute()
  const money = await readMoney(db, customerId)
  const corrections = await readCorrections(db, customerId)
  const verdicts = await readVerdicts(db, customerId)
  const workOf = await exportWork(db, customerId)
  const priceOf = await exportPrices(db, customerId)
  return rows.map((row) => {
    const own = money.filter(({ appointment_id: id }) => id === row.id)
    return {
      id: row.id,
      package: row.package_name,
      priceCents: row.price_cents,
      state: row.state,
      cancellationReason: row.cancellation_reason,
      cancellationFee: shownFeeOf(row),
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      startsAtInTheShop: formatWallTime(row.starts_at.getTime(), row.time_zone),
      timeZone: row.time_zone,
      shop: { name: row.business_name, address: row.address },
      vehicle: vehicleOf(row),
      contact: { name: row.customer_name, email: row.customer_email, phone: row.customer_phone },
      createdAt: row.created_at.toISOString(),
      waitsForEarlierSince: row.waits_since?.toISOString() ?? null,
      corrections: corrections.filter(({ appointment_id: id }) => id === row.id).map(correctionOf),
      fitment: verdicts.filter(({ appointment_id: id }) => id === row.id).map(verdictOf),
      work: { state: row.work_state, ...workOf(row.id) },
      receiptNumber: row.receipt_number,
      money: own.map(movementOf),
      price: priceOf(row.id),
      consents: consentsOf(own),
    }
  })
}

/**
 * The mails to a person, the earliest first: about their own appointments at any address, and about the
 * account and the shop. Mails about other people only once the address is proven: before, it may be a
 * stranger's.
 */
export async function listMails(
  db: Queryable,
  { id, email, emailVerified }: { id: string; email: string; emailVerified: boolean },
) {
  const { rows } = await sql<{
    kind: string
    payload: unknown
    created_at: Date
    sent_at: Date | null
    is_own: boolean
  }>`
    with told as (
      select o.id from outbox o where o.recipient = ${email}
      union
      select o.id from appointments a join outbox o on o.payload ->> 'appointmentId' = a.id::text
      where a.customer_id = ${id} and o.kind = any(${customerKinds})
      union
      select o.id from customer_addresses c join outbox o on o.recipient = c.email and o.kind = 'address_proof'
      where c.user_id = ${id}),
    listed as (
      select o.*, case
          when o.payload ? 'appointmentId' then coalesce(a.customer_id = ${id}, false)
          when o.kind = 'address_proof' then o.payload ->> 'customerId' = ${id}
          else o.kind <> 'account_deleted' end as is_own
      from told join outbox o using (id)
      left join appointments a on a.id = (o.payload ->> 'appointmentId')::uuid)
    select kind, payload, created_at, sent_at, is_own from listed
    where is_own or ${emailVerified} and recipient = ${email}
    order by created_at, id`.execute(db)
  return rows
}
