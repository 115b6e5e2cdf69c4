import { sql } from 'kysely'
import { toPayOf } from '../../contract/payments/charge-words.ts'
import { findPriceDue } from '../payments/price/find-price.ts'
import { shownCardOf } from '../payments/shown-card.ts'
import { installationTimeOf, vehicleOf } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Reminder } from '../../contract/booking/reminder-hours.ts'
import { feeReasonOf } from '../../contract/payments/cancellation-fee.ts'
import { formatWallTime } from '../../contract/time.ts'
import type { SheetKind } from '../../contract/workshop/sheets.ts'
import { workUndoMs } from '../../contract/workshop/work-states.ts'
import { isDeletedAddress } from '../identity/deleted-person.ts'
import {
  mailedLinkOf,
  mailedPriceLinkOf,
  mailedSignOffLinkOf,
  textedLinkOf,
  textedPriceLinkOf,
  textedSignOffLinkOf,
} from './appointment-link.ts'
import { findMailAddress, type MailAddress } from './customer-address.ts'
import { getReceiptAmounts, receiptAmountsOfFee } from './receipt-amounts.ts'
import { withdrawCollected } from './merge-changes.ts'
import { isChange, queueChange, queueShopMove } from './queue-change.ts'
import { maskAddress } from './kinds/mail-address-changed.ts'
import { queueTexts } from '../texts/queue-text.ts'
import { queueMail, type QueuedMail } from './queue-mail.ts'
import { cardLinkOf } from '../payments/card-link.ts'
import { reviewLinkOf } from '../photos/review-token.ts'
import { shownFeeOf } from '../payments/cancellation-fee.ts'
import { visitFactsOf } from '../shops/shop-facts.ts'
import type { VisitFacts } from '../../contract/shops/shop-facts.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'

/** An event for the customer, with the data that its mail needs beside the appointment's current state. */
export type CustomerNews =
  /** `awaitsFitment`: the shop still has to check that the package fits. */
  | { kind: 'appointment_confirmed'; awaitsFitment: boolean }
  /** `byShop`: the shop moved it, and can undo that for a moment. `notify`: the customer is to be told. */
  | { kind: 'appointment_rescheduled'; before: AppointmentRow; byShop?: { notify: boolean } }
  | { kind: 'package_changed'; before: AppointmentRow }
  | {
      kind: 'appointment_cancelled'
      by: 'customer' | 'shop' | 'administrator'
      money: Extract<QueuedMail, { kind: 'appointment_cancelled' }>['payload']['money']
      /** Paid at the shop, which owes it back. */
      leftAtShopCents: number
      /** Typed by staff; empty without one. */
      reason?: string
    }
  | { kind: 'appointment_reminder'; reminder: Reminder }
  /** The work is done. It leaves once that can no longer be undone. */
  | { kind: 'appointment_ready' }
  /** Its sheet is attached when it is sent. */
  | { kind: 'sheet_mailed'; sheet: SheetKind }
  /** The shop booked, and the customer is to give a card until `dueAt`. */
  | { kind: 'card_requested'; dueAt: Date }
  /** Instants, the earliest first; at least one. */
  | { kind: 'earlier_time_open'; openStarts: readonly number[] }
  | { kind: 'shop_not_available' }
  /** `note`: typed by the shop; empty without one. */
  | { kind: 'fitment_photo_needed'; reviewId: string; note: string }
  | { kind: 'fitment_undecided' }
  | { kind: 'fitment_confirmed'; condition: string }
  | {
      kind: 'mail_address_changed'
      by: 'customer' | 'shop' | 'administrator' | 'proof'
      /** The new address, and whether mail goes there from now on. */
      address: string
      isInUse: boolean
    }
  | { kind: 'shop_details_changed'; before: { shopName: string; shopAddress: string } }
  /** The shop asks for the customer's agreement to a total above the one that they agreed to. */
  | {
      kind: 'price_to_agree'
      totalCents: number
      agreedCents: number
      /** The extra amount of an agreed total that is not held: the bank may ask about it. */
      toConfirmCents?: number
    }
  /** The customer agreed to a price on the day: their copy. */
  | {
      kind: 'price_agreed'
      via: 'shop' | 'link'
      signerName: string
      lines: Extract<QueuedMail, { kind: 'price_agreed' }>['payload']['lines']
      totalCents: number
      dueCents: number
      onHoldCents: number
    }
  /** `feeCents`: the part of the payment that is the fee of the cancelled appointment. */
  | { kind: 'payment_receipt'; hold: HoldRow; feeCents?: number }
  /** `reason`: of the refund of a part, typed by staff. */
  | { kind: 'payment_refunded'; hold: HoldRow; amountCents: number; reason?: string }
  | {
      kind: 'card_confirmation_needed'
      reason: 'authentication' | 'declined'
      providerSentence: string | null
      attempt: 1 | 2 | 3
      isLastTry: boolean
    }

/**
 * Reads the shop and the package of an appointment for a mail. Without a given package, it reads the
 * appointment's.
 */
export async function getShopAndPackage(
  db: Queryable,
  { shopId, packageId, appointmentId }: { shopId: number; packageId?: number; appointmentId?: string },
) {
  return db
    .selectFrom('shops as s')
    .innerJoin('packages as p', (join) =>
      join.on(
        'p.id',
        '=',
        packageId ?? sql<number>`(select package_id from appointments where id = ${appointmentId})`,
      ),
    )
    .select(['s.business_name', 's.address', 's.time_zone', 's.phone'])
    .select(['p.name', 'p.shortest_minutes', 'p.duration_minutes'])
    .where('s.id', '=', shopId)
    .executeTakeFirstOrThrow()
}

export type ShopAndPackage = Awaited<ReturnType<typeof getShopAndPackage>>

/** The columns of an appointment that every mail about it needs. */
export type MailedAppointment = Pick<
  AppointmentRow,
  | 'id'
  | 'shop_id'
  | 'package_id'
  | 'sequence'
  | 'price_cents'
  | 'starts_at'
  | 'ends_at'
  | 'customer_name'
  | 'customer_email'
  | 'customer_phone'
  | 'vehicle_year'
  | 'vehicle_make'
  | 'vehicle_model'
  | 'vehicle_vin'
  | 'pays_by'
  | 'state'
  | 'work_state'
  | 'cancel_fee_cents'
  | 'cancel_fee_from'
>

/** Builds the snapshot for a mail about an appointment, as of now. */
export async function snapshotOf(
  tx: Queryable,
  context: Context,
  appointment: MailedAppointment,
  known?: ShopAndPackage,
) {
  const { shop_id: shopId, package_id: packageId } = appointment
  const { business_name, address, time_zone, phone, ...chosen } =
    known ?? (await getShopAndPackage(tx, { shopId, packageId }))
  const fee = shownFeeOf(appointment)
  // An appointment that is booked just now has no lines yet.
  const toPay = known ? null : toPayOf(await findPriceDue(tx, appointment), appointment.price_cents)
  return {
    appointmentId: appointment.id,
    sequence: appointment.sequence,
    customerName: appointment.customer_name,
    customerEmail: appointment.customer_email,
    customerPhone: appointment.customer_phone,
    ...(appointment.pays_by !== 'card' && { paysBy: appointment.pays_by }),
    ...(fee && { cancelFee: { feeCents: fee.feeCents, dueAt: fee.from } }),
    packageName: chosen.name,
    installationTime: installationTimeOf(chosen),
    priceCents: appointment.price_cents,
    ...(toPay && { toPay }),
    vehicle: vehicleOf(appointment),
    shopName: business_name,
    shopAddress: address,
    ...(phone !== null && { shopPhone: phone }),
    timeZone: time_zone,
    startsAt: appointment.starts_at.toISOString(),
    endsAt: appointment.ends_at.toISOString(),
    createdAt: new Date(context.clock.now()).toISOString(),
    manageUrl: `${context.config.publicUrl}/appointments`,
  }
}

/** The number that the database gave to the receipt of a paid appointment. */
async function receiptOf(tx: Queryable, appointmentId: string): Promise<{ receiptNumber?: number }> {
  const receipt = await tx
    .selectFrom('receipts')
    .select('number')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst()
  return receipt ? { receiptNumber: receipt.number } : {}
}

async function getVisitFacts(tx: Queryable, shopId: number): Promise<Omit<VisitFacts, 'phone'>> {
  const row = await tx
    .selectFrom('shops')
    .select(['phone', 'parking', 'waiting_room', 'shuttle'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow()
  const { phone: _, ...facts } = visitFactsOf(row)
  return facts
}

export async function getPackageName(tx: Queryable, id: number): Promise<string> {
  const { name } = await tx
    .selectFrom('packages')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

type Known = {
  /** The user who caused the mail, if any. */
  actorId?: string | null
  /** Shop and package of the appointment, if already read. */
  shopAndPackage?: ShopAndPackage | undefined
  /** The address for mails about the appointment, if already read. */
  address?: MailAddress | undefined
}

async function buildMail(
  tx: Queryable,
  context: Context,
  appointment: MailedAppointment,
  news: CustomerNews,
  { actorId = null, shopAndPackage, address }: Known,
): Promise<QueuedMail> {
  const { recipient, unproven, isGuest = false } = address ?? (await findMailAddress(tx, appointment.id))
  const appointmentMail = {
    ...(await snapshotOf(tx, context, appointment, shopAndPackage)),
    ...(unproven !== null && { isEmailUnconfirmed: true }),
    ...(isGuest && { hasNoAccount: true }),
  }
  const envelope = { recipient, at: new Date(context.clock.now()), actorId }
  switch (news.kind) {
    case 'appointment_confirmed':
      return {
        ...envelope,
        kind: news.kind,
        payload: { ...appointmentMail, ...(news.awaitsFitment && { awaitsFitment: true }) },
      }
    case 'shop_not_available':
    case 'fitment_undecided':
      return { ...envelope, kind: news.kind, payload: appointmentMail }
    case 'fitment_photo_needed':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          note: news.note,
          hasNote: news.note !== '',
          photoUrl: reviewLinkOf(context, news.reviewId),
        },
      }
    case 'fitment_confirmed':
      return {
        ...envelope,
        kind: news.kind,
        payload: { ...appointmentMail, condition: news.condition, hasCondition: news.condition !== '' },
      }
    case 'appointment_reminder':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          ...(await getVisitFacts(tx, appointment.shop_id)),
          answerUrl: mailedLinkOf(context, appointment),
          ...(news.reminder === 'second' && { isSecond: true }),
        },
      }
    case 'sheet_mailed':
      return { ...envelope, kind: news.kind, payload: { ...appointmentMail, sheet: news.sheet } }
    case 'appointment_ready':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          signOffUrl: mailedSignOffLinkOf(context, appointment),
          isPaid: appointment.state === 'completed' && !appointmentMail.toPay?.dueCents,
        },
        delivery: { collectsUntil: new Date(context.clock.now() + workUndoMs) },
      }
    case 'earlier_time_open': {
      const [first = 0] = news.openStarts
      const at = formatWallTime(first, appointmentMail.timeZone).slice(0, 16).replace(' ', 'T')
      const asked = new URLSearchParams({ reschedule: appointment.id, at })
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          openStarts: news.openStarts.map((start) => new Date(start).toISOString()),
          rescheduleUrl: `${appointmentMail.manageUrl}?${asked.toString()}`,
        },
      }
    }
    case 'appointment_rescheduled':
      return {
        ...envelope,
        kind: news.kind,
        payload: { ...appointmentMail, previousStartsAt: news.before.starts_at.toISOString() },
      }
    case 'package_changed': {
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          previousPackageName: await getPackageName(tx, news.before.package_id),
          previousPriceCents: news.before.price_cents,
        },
      }
    }
    case 'appointment_cancelled':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          cancelledBy: news.by,
          money: news.money,
          ...(news.leftAtShopCents > 0 && { leftAtShopCents: news.leftAtShopCents }),
          reasonGiven: news.reason ?? '',
          ...(news.reason && { hasReason: true }),
        },
      }
    case 'shop_details_changed':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          previousShopName: news.before.shopName,
          previousShopAddress: news.before.shopAddress,
        },
      }
    case 'mail_address_changed':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          changedBy: news.by,
          newAddress: maskAddress(news.address),
          isInUse: news.isInUse,
        },
      }
    case 'payment_receipt':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          ...(news.feeCents === undefined
            ? await getReceiptAmounts(tx, appointment)
            : receiptAmountsOfFee(news.hold, {
                cents: news.feeCents,
                reason: feeReasonOf(appointment.work_state),
              })),
          chargedAt: envelope.at.toISOString(),
          ...(await receiptOf(tx, appointment.id)),
          card: shownCardOf(news.hold),
        },
      }
    case 'payment_refunded':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          refundedCents: news.amountCents,
          refundedAt: envelope.at.toISOString(),
          card: shownCardOf(news.hold),
          ...(news.reason && { reasonGiven: news.reason, hasReason: true }),
        },
      }
    case 'price_to_agree':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          totalCents: news.totalCents,
          agreedCents: news.agreedCents,
          ...(news.toConfirmCents !== undefined && { toConfirmCents: news.toConfirmCents }),
          priceUrl: mailedPriceLinkOf(context, appointment),
        },
      }
    case 'price_agreed': {
      const { kind, ...agreed } = news
      return {
        ...envelope,
        kind,
        payload: { ...appointmentMail, ...agreed, agreedAt: envelope.at.toISOString() },
      }
    }
    case 'card_requested':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          confirmUrl: cardLinkOf(context, appointment.id),
          dueAt: news.dueAt.toISOString(),
        },
      }
    case 'card_confirmation_needed':
      return {
        ...envelope,
        kind: news.kind,
        payload: {
          ...appointmentMail,
          reason: news.reason,
          providerSentence: news.providerSentence,
          attempt: news.attempt,
          isLastTry: news.isLastTry,
          confirmUrl: cardLinkOf(context, appointment.id),
        },
      }
  }
}

/** Texts the same news where the customer agreed to it; a person's own change needs none. */
async function textAbout(
  tx: Queryable,
  context: Context,
  appointment: MailedAppointment,
  news: CustomerNews,
): Promise<void> {
  const answer = textedLinkOf(context, appointment)
  const text = (kind: Parameters<typeof queueTexts>[3], link?: string) =>
    queueTexts(tx, context, appointment, kind, { answer, ...(link !== undefined && { news: link }) })
  if (news.kind === 'appointment_confirmed') await text('booked')
  if (news.kind === 'appointment_rescheduled') await text(news.byShop?.notify === true ? 'moved' : null)
  if (news.kind === 'card_requested') await text('card_requested', cardLinkOf(context, appointment.id))
  if (news.kind === 'price_to_agree') await text('price', textedPriceLinkOf(context, appointment))
  if (news.kind === 'appointment_ready') await text('ready', textedSignOffLinkOf(context, appointment))
  if (news.kind === 'appointment_cancelled' && news.by !== 'customer') await text('cancelled')
}

/**
 * Inserts a mail to the customer into the outbox, and a text where they agreed to it, in the transaction of
 * the event. A deleted account gets none.
 */
export async function queueCustomerMail(
  tx: Queryable,
  context: Context,
  appointment: MailedAppointment,
  news: CustomerNews,
  known: Known = {},
): Promise<void> {
  if (isDeletedAddress(appointment.customer_email)) return
  await textAbout(tx, context, appointment, news)
  const mail = await buildMail(tx, context, appointment, news, known)
  // A customer without an account may have given none.
  if (mail.recipient === '') return
  if (isChange(mail)) {
    const byShop = news.kind === 'appointment_rescheduled' ? news.byShop : undefined
    return byShop ? queueShopMove(tx, context, mail, byShop.notify) : queueChange(tx, context, mail)
  }
  if (mail.kind === 'appointment_cancelled') await withdrawCollected(tx, context, appointment.id)
  if (mail.kind === 'appointment_ready') await withdrawCollected(tx, context, appointment.id, 'readyCar')
  await queueMail(tx, mail)
}
