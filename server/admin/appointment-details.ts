import { sql } from 'kysely'
import type { ShopPaymentMethod } from '../../contract/payments/pays-by.ts'
import type { AppointmentDetails, PaymentDispute } from '../../contract/admin/admin.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { answerByOf, disputePhaseOf } from '../../contract/payments/dispute-states.ts'
import { declineForStaff } from '../../contract/payments/decline-words.ts'
import { decidedFeeOf } from '../../contract/payments/cancellation-fee.ts'
import { nextTryOf, nextTrySentence } from '../../contract/payments/next-try.ts'
import { paymentStateOf } from '../../contract/payments/payment-state.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { isUuid } from '../database/uuid.ts'
import { isOnWaitingList } from '../customers/waiting-list.ts'
import { declinesOf } from '../holds/limit-charges.ts'
import { findMailAddress, isProvenAddress } from '../notifications/customer-address.ts'
import { leftAtShop } from '../payments/shop-returns.ts'
import { shownFeeOf } from '../payments/cancellation-fee.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { canAskForCard } from './ask-for-card.ts'
import { findDetailsFitment } from './details-fitment.ts'
import { listRefundableHolds } from './price/refund-left.ts'
import { selectListed, toListed, withoutEmail } from './listed-appointment.ts'
import { readTimeline } from './timeline.ts'

const paidAtShop = sql<ShopPaymentMethod | null>`(
  select p.method from shop_payments p where p.appointment_id = a.id and p.is_final)`

/** The refusal of the last charge of the fee of an appointment `a`. */
const feeRefusal = sql<string | null>`(
  select h.refusal_sentence from holds h where h.appointment_id = a.id and h.purpose = 'fee'
  order by h.created_at desc limit 1)`

/**
 * An appointment with its payment, from the ledger, and its history. Refuses a missing appointment and one
 * outside the scope with `not_found`. A suspended shop sees neither email nor history.
 */
export async function getAppointmentDetails(
  context: Context,
  actor: Actor,
  id: string,
): Promise<AppointmentDetails> {
  const { scope } = actor
  const { db } = context.database
  const row = isUuid(id)
    ? await selectListed(db, scope)
        .select([isOnWaitingList.as('is_waiting'), paidAtShop.as('paid_at_shop')])
        .select(leftAtShop.as('left_at_shop'))
        .select([feeRefusal.as('fee_refusal'), declinesOf('fee').as('fee_declines')])
        .where('a.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) return refuse('not_found')
  const now = context.clock.now()
  const standing = standingAt(actor, row.shop_id)
  const readsEmails = isAllowed(standing, 'appointment.readEmail')
  const confirmation = confirmationOf(row)
  const facts = { state: row.state, startsAt: row.starts_at.getTime(), now }
  const listed = readsEmails ? toListed(row, now) : withoutEmail(toListed(row, now))
  const ledger = await db
    .selectFrom('ledger')
    .select(['hold_id as holdId', 'movement', 'amount_cents as amountCents'])
    .where('appointment_id', '=', id)
    .orderBy('id')
    .execute()
  const { heldCents, capturedCents, refundedCents, disputedCents } = paymentStateOf(ledger)
  const mailedTo = readsEmails ? (await findMailAddress(db, id)).recipient : ''
  return {
    ...listed,
    mailedTo,
    isMailConfirmed: mailedTo !== '' && (await isProvenAddress(db, mailedTo, row.customer_id)),
    bookedAt: row.created_at.toISOString(),
    heldCents,
    capturedCents,
    refundedCents,
    disputedCents,
    refundableCents: await findRefund(db, id),
    disputes: await listDisputes(db, id),
    fitment: await findDetailsFitment(context, actor, row),
    waitsForEarlier: row.is_waiting,
    canAskForCard: canAskForCard(listed.hold, row.ends_at.getTime(), now),
    confirmation,
    canConfirm: confirmation === null && isAllowed(standing, 'appointment.confirm', facts),
    cardDueAt: row.card_due_at?.toISOString() ?? null,
    paidAtShop: row.paid_at_shop,
    leftAtShopCents: row.left_at_shop,
    cancelFee: shownFeeOf(row),
    decidedFee: decidedFeeOf(ledger),
    feeRefusal:
      row.fee_refusal &&
      `${declineForStaff(row.fee_refusal)} ${nextTrySentence(nextTryOf(row.fee_declines, now), row.time_zone)}`,
    timeline: readsEmails ? await readTimeline(db, row) : [],
  }
}

/** The customer's word that they come. A move ends it, as does a cancellation. */
function confirmationOf(row: AppointmentRow): AppointmentDetails['confirmation'] {
  const { state, starts_at: startsAt, confirmed_of: of, confirmed_at: at, confirmed_by: by } = row
  if (state === 'cancelled' || of?.getTime() !== startsAt.getTime() || !at || !by) return null
  return { by, at: at.toISOString() }
}

/** The refund that a cancellation makes now, in cents; null while an open dispute blocks it. */
async function findRefund(db: Queryable, appointmentId: string): Promise<number | null> {
  const holds = await listRefundableHolds(db, appointmentId)
  return holds && holds.reduce((sum, { leftCents }) => sum + leftCents, 0)
}

async function listDisputes(db: Queryable, appointmentId: string): Promise<PaymentDispute[]> {
  const rows = await db
    .selectFrom('disputes')
    .select(['id', 'status', 'amount_cents', 'reason', 'opened_at', 'due_at'])
    .where('appointment_id', '=', appointmentId)
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    phase: disputePhaseOf(row.status),
    amountCents: row.amount_cents,
    reason: row.reason,
    openedAt: row.opened_at.toISOString(),
    answerBy: answerByOf(row),
  }))
}
