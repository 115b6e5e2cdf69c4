import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { askedAgainHours } from '../../contract/payments/card-confirmation.ts'
import { refuse } from '../../contract/refusals.ts'
import { cardDueAt } from '../../contract/payments/pays-by.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { sql } from 'kysely'
import { healthOf, holdSummary } from '../holds/hold-health.ts'
import { nextCardReminder } from '../holds/card-reminder.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { findTextBarrier } from '../texts/barrier.ts'
import { sendTextsJob } from '../texts/jobs.ts'
import { lockStaffAppointment } from './staff-appointment.ts'

/** Further requests within this time are ignored. */
const oncePerMs = 60_000

/**
 * Whether staff may send the customer a card request: the customer has given none, it was declined, or the
 * job is over without a live hold. `endsAt` and `now` in epoch milliseconds.
 */
export function canAskForCard({ state }: HoldHealth, endsAt: number, now: number): boolean {
  if (state === 'no_card' || state === 'at_shop') return true
  return state === 'unconfirmed' || state === 'failed' || (state === 'saved' && now >= endsAt)
}

type CardMail = { payload: { reason?: string; providerSentence?: string | null }; created_at: Date }

async function findLastAsked(tx: Queryable, id: string): Promise<CardMail | undefined> {
  const { rows } = await sql<CardMail>`
    select payload, created_at from outbox
    where payload ->> 'appointmentId' = ${id} and kind in ('card_confirmation_needed', 'card_requested')
      and given_up_at is null
    order by created_at desc limit 1`.execute(tx)
  return rows[0]
}

/**
 * Mails the customer a link to confirm the card and keeps it valid for at least `askedAgainHours`. A second
 * call within a minute does nothing. Refuses an appointment whose card needs no confirmation
 * (`card_not_needed`), and a first card of a customer who gets neither mail nor texts (`email_missing`).
 */
export async function askForCard(context: Context, actor: Actor, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const now = context.clock.now()
    const { holds } = await tx
      .selectFrom('appointments as a')
      .select(holdSummary.as('holds'))
      .where('a.id', '=', id)
      .executeTakeFirstOrThrow()
    const endsAt = appointment.ends_at.getTime()
    if (!canAskForCard(healthOf(appointment, holds, now), endsAt, now)) return refuse('card_not_needed')
    const last = await findLastAsked(tx, id)
    if (last && now - last.created_at.getTime() < oncePerMs) return
    if (appointment.pays_by !== 'card') return requestFirstCard(tx, context, appointment, actor.id)
    await tx
      .updateTable('appointments')
      .set({ card_link_until: new Date(now + askedAgainHours * 3_600_000) })
      .where('id', '=', id)
      .execute()
    await queueCustomerMail(
      tx,
      context,
      appointment,
      {
        kind: 'card_confirmation_needed',
        reason: last?.payload.reason === 'authentication' ? 'authentication' : 'declined',
        providerSentence: last?.payload.providerSentence ?? null,
        ...(await nextCardReminder(tx, appointment, now)),
      },
      { actorId: actor.id },
    )
  })
  context.triggerJob('notifications.send-outbox')
  context.triggerJob(sendTextsJob)
}

/** Sends the link for a first card, also to a customer who was to pay at the shop. */
async function requestFirstCard(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  actorId: string,
): Promise<void> {
  const { shop_id: shopId, customer_phone: phone, contact_id: contactId } = appointment
  if (
    appointment.customer_email === '' &&
    (await findTextBarrier(tx, context, { shopId, phone, contactId })) !== null
  )
    refuse('email_missing', { field: 'customerEmail' })
  const now = context.clock.now()
  const dueAt = new Date(cardDueAt(appointment.starts_at.getTime(), now))
  const asked = await tx
    .updateTable('appointments')
    .set({
      pays_by: 'link',
      card_due_at: dueAt,
      card_link_until: new Date(now + askedAgainHours * 3_600_000),
    })
    .where('id', '=', appointment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await queueCustomerMail(tx, context, asked, { kind: 'card_requested', dueAt }, { actorId })
}
