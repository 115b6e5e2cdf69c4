import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { FitmentOutcome } from '../../contract/fitment/fitment-data.ts'
import { isDeletedAddress } from '../identity/deleted-person.ts'
import { listMailReaders } from '../shops/mail-readers.ts'
import {
  getPackageName,
  snapshotOf,
  type MailedAppointment,
  type ShopAndPackage,
} from './queue-customer-mail.ts'
import { queueMail, type Delivery, type QueuedMail } from './queue-mail.ts'
import { withdrawCollected } from './merge-changes.ts'
import { undoMs } from '../../contract/admin/move-times.ts'
import type { ShopAppointmentMail } from './shop-appointment-mail.ts'

type PayloadOf<Kind extends QueuedMail['kind']> = Extract<QueuedMail, { kind: Kind }>['payload']
type Cancelled = PayloadOf<'shop_appointment_cancelled'>

/** An event of an appointment for its shop. */
export type ShopNews =
  | { kind: 'shop_appointment_booked' }
  /** `isUndoable`: the shop moved it itself, and the mail waits until that can no longer be undone. */
  | { kind: 'shop_appointment_moved'; before: AppointmentRow; isUndoable?: boolean }
  | { kind: 'shop_package_changed'; before: AppointmentRow }
  | {
      kind: 'shop_appointment_cancelled'
      by: Cancelled['cancelledBy']
      money: Cancelled['money']
      /** Paid at the shop, which owes it back. */
      leftAtShopCents: number
      /** Typed by staff; empty without one. */
      reason: string
    }

type FactsRow = {
  bay_name: string
  awaits: boolean
  outcome: FitmentOutcome | null
  is_unconfirmed: boolean
  customer_note: string | null
}

/** The facts about an appointment that only its shop reads. */
async function getFacts(
  tx: Queryable,
  { id }: MailedAppointment,
): Promise<Pick<ShopAppointmentMail, 'bayName' | 'fitment' | 'isEmailUnconfirmed' | 'customerNote'>> {
  const { rows } = await sql<FactsRow>`
    select b.name as bay_name,
      exists (select from fitment_reviews r where r.appointment_id = a.id and r.package_id = a.package_id
        and r.answered_at is null) as awaits,
      (select v.outcome from fitment_verdicts v where v.appointment_id = a.id and v.package_id = a.package_id
        order by v.id desc limit 1) as outcome,
      lower(a.customer_email) <> u.email and not exists (select from guests g where g.user_id = u.id) and not exists (select from customer_addresses c
        where c.user_id = u.id and c.email = lower(a.customer_email) and c.proven_at is not null) as is_unconfirmed,
      (select n.body from work_notes n where n.shop_id = a.shop_id and n.appointment_id = a.id
        and n.kind = 'from_customer' order by n.written_at limit 1) as customer_note
    from appointments a join bays b on b.id = a.bay_id join users u on u.id = a.customer_id
    where a.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no appointment ${id}`)
  return {
    bayName: row.bay_name,
    fitment: row.awaits ? 'awaits_check' : decidedFitment(row.outcome),
    ...(row.is_unconfirmed && { isEmailUnconfirmed: true }),
    ...(row.customer_note !== null && { customerNote: row.customer_note }),
  }
}

function decidedFitment(outcome: FitmentOutcome | null): ShopAppointmentMail['fitment'] {
  return outcome === 'fits' || outcome === 'fits_with_condition' ? outcome : 'unknown'
}

type ShopMail = { [Kind in ShopNews['kind']]: { kind: Kind; payload: PayloadOf<Kind> } }[ShopNews['kind']]

async function buildMail(
  tx: Queryable,
  shared: PayloadOf<'shop_appointment_booked'>,
  news: ShopNews,
): Promise<ShopMail> {
  switch (news.kind) {
    case 'shop_appointment_booked':
      return { kind: news.kind, payload: shared }
    case 'shop_appointment_moved':
      return {
        kind: news.kind,
        payload: { ...shared, previousStartsAt: news.before.starts_at.toISOString() },
      }
    case 'shop_package_changed':
      return {
        kind: news.kind,
        payload: {
          ...shared,
          previousPackageName: await getPackageName(tx, news.before.package_id),
          previousPriceCents: news.before.price_cents,
        },
      }
    case 'shop_appointment_cancelled':
      return {
        kind: news.kind,
        payload: {
          ...shared,
          cancelledBy: news.by,
          money: news.money,
          ...(news.leftAtShopCents > 0 && { leftAtShopCents: news.leftAtShopCents }),
          reasonGiven: news.reason,
        },
      }
  }
}

/**
 * Queues a mail about an appointment to the owners and the desk of its shop, in the transaction of the event:
 * to each who has not switched its kind off, except for `actorId`, who did it. None about a deleted customer.
 */
export async function queueShopAppointmentMail(
  tx: Queryable,
  context: Context,
  appointment: MailedAppointment,
  news: ShopNews,
  { actorId, shopAndPackage }: { actorId: string | null; shopAndPackage?: ShopAndPackage | undefined },
): Promise<void> {
  if (isDeletedAddress(appointment.customer_email)) return
  const readers = await listMailReaders(tx, appointment.shop_id, news.kind, actorId)
  if (readers.length === 0) return
  const shared = {
    ...(await snapshotOf(tx, context, appointment, shopAndPackage)),
    ...(await getFacts(tx, appointment)),
    appointmentUrl: `${context.config.publicUrl}/admin?shop=${appointment.shop_id}&appointment=${appointment.id}`,
  }
  const built = await buildMail(tx, shared, news)
  const mail = built.kind === 'shop_appointment_moved' ? await mergeMoves(tx, context, built) : built
  if (mail === null) return
  const at = new Date(context.clock.now())
  const delivery: Delivery =
    news.kind === 'shop_appointment_moved' && news.isUndoable
      ? { collectsUntil: new Date(at.getTime() + undoMs) }
      : {}
  for (const recipient of readers) await queueMail(tx, { ...mail, recipient, at, actorId, delivery })
}

type MovedMail = Extract<ShopMail, { kind: 'shop_appointment_moved' }>

/**
 * Withdraws the waiting mails about earlier moves, so that one mail tells of all. Null when the appointment
 * is back where the shop knew it.
 */
async function mergeMoves(tx: Queryable, context: Context, mail: MovedMail): Promise<MovedMail | null> {
  const told = await withdrawCollected(tx, context, mail.payload.appointmentId, 'shop')
  const previousStartsAt = told?.startsAt ?? mail.payload.previousStartsAt
  if (previousStartsAt === mail.payload.startsAt) return null
  return { ...mail, payload: { ...mail.payload, previousStartsAt } }
}
