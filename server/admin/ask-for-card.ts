import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { askedAgainHours } from '../../contract/payments/card-confirmation.ts'
import { refuse } from '../../contract/refusals.ts'
import { sql } from 'kysely'
import { healthOf, holdSummary } from '../appointments/hold-health.ts'
import { tryNumber } from '../appointments/record-failed-try.ts'
import { tellCustomer } from '../appointments/tell-customer.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/shop-scope.ts'
import { takeStaffAppointment } from './staff-appointment.ts'

/** Presses within this time are one. */
const oncePerMs = 60_000

/** Whether a customer may be asked for the card: it was refused, or nothing is held though the job is over. Instants. */
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
 * Mails the customer the link to confirm the card again, and keeps it open for `askedAgainHours` at least. Twice within a minute is
 * once. Refuses an appointment whose card nothing is wrong with as `card_not_needed`.
 */
export async function askForCard(context: Context, actor: Actor, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await takeStaffAppointment(tx, actor.scope, id)
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
    await tellCustomer(
      tx,
      context,
      appointment,
      {
        kind: 'card_confirmation_needed',
        reason: last?.payload.reason === 'authentication' ? 'authentication' : 'declined',
        providerSentence: last?.payload.providerSentence ?? null,
        attempt: tryNumber(appointment, now),
      },
      { actorId: actor.id },
    )
  })
  context.nudge('notifications.send-outbox')
}
