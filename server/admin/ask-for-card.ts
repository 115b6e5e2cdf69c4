import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { askedAgainHours } from '../../contract/payments/card-confirmation.ts'
import { refuse } from '../../contract/refusals.ts'
import { sql } from 'kysely'
import { healthOf, holdSummary } from '../holds/hold-health.ts'
import { nextCardReminder } from '../holds/card-reminder.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { lockStaffAppointment } from './staff-appointment.ts'

/** Further requests within this time are ignored. */
const oncePerMs = 60_000

/**
 * Whether staff may send the customer a card request: the card was declined, or the job is over without a
 * live hold. `endsAt` and `now` in epoch milliseconds.
 */
export function canAskForCard({ state }: HoldHealth, endsAt: number, now: number): boolean {
  return state === 'unconfirmed' || state === 'failed' || (state === 'saved' && now >= endsAt)
}

type CardMail = { payload: { reason?: string; providerSentence?: string | null }; created_at: Date }

async function findLastAsked(tx: Queryable, id: string): Promise<CardMail | undefined> {
  const { rows } = await sql<CardMail>`
    select payload, created_at from outbox
    where payload ->> 'appointmentId' = ${id} and kind = 'card_confirmation_needed' and given_up_at is null
    order by created_at desc limit 1`.execute(tx)
  return rows[0]
}

/**
 * Mails the customer a link to confirm the card and keeps it valid for at least `askedAgainHours`. A second
 * call within a minute does nothing. Refuses an appointment whose card needs no confirmation
 * (`card_not_needed`).
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
}
