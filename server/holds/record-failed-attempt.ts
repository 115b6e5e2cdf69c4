import { planHold, type HoldFacts } from '../../contract/payments/hold-plan.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { nextCardReminder } from './card-reminder.ts'
import { captureBeforeOf, factsOf, isLinkOpen } from './hold-facts.ts'
import { findOpenHolds } from './hold-queries.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { queueHoldFailedMail } from '../notifications/queue-shop-mail.ts'

/**
 * Records a declined off-session attempt: queues the mail with the link to confirm the card. After the last
 * attempt the hold is marked failed and the shop is warned, once.
 */
export async function recordFailedAttempt(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  hold: HoldRow,
  refusal: { sentence: string; wantsPerson: boolean },
): Promise<void> {
  if (!isLinkOpen(appointment, context.clock.now())) return
  if (await wasJustTold(tx, hold)) return
  await queueCustomerMail(tx, context, appointment, {
    kind: 'card_confirmation_needed',
    reason: refusal.wantsPerson ? 'authentication' : 'declined',
    providerSentence: refusal.wantsPerson ? null : refusal.sentence,
    ...(await nextCardReminder(tx, appointment, hold.created_at.getTime())),
  })
  const facts = factsOf(
    appointment,
    captureBeforeOf(await findOpenHolds(tx, appointment.id)),
    context.clock.now(),
  )
  if (planHold(facts).kind === 'failed') await markHoldFailed(tx, context, appointment, facts)
}

/** Whether another charge was declined within the hour: a repeated capture sends no second mail. */
async function wasJustTold(tx: Queryable, hold: HoldRow): Promise<boolean> {
  if (hold.purpose !== 'charge') return false
  const earlier = await tx
    .selectFrom('holds')
    .select('id')
    .where('appointment_id', '=', hold.appointment_id)
    .where('id', '!=', hold.id)
    .where('purpose', '=', 'charge')
    .where('status', '=', 'declined')
    .where('created_at', '>', new Date(hold.created_at.getTime() - 3_600_000))
    .executeTakeFirst()
  return earlier !== undefined
}

/** Marks that no hold is live and no attempt is left, and warns the shop. Once per start. */
export async function markHoldFailed(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { captureBefore, endsAt }: HoldFacts,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('appointments')
    .set({ hold_failed_at: new Date(context.clock.now()) })
    .where('id', '=', appointment.id)
    .where('hold_failed_at', 'is', null)
    .executeTakeFirst()
  // The booking's hold may outlive the job without the margin, and can still be captured.
  const isCovered = captureBefore !== null && captureBefore > endsAt
  if (numUpdatedRows > 0n && !isCovered) await queueHoldFailedMail(tx, context, appointment)
}
