import { sql } from 'kysely'
import { actingPersonOf } from '../../../contract/identity/acting-person.ts'
import type { Conversation, TextMessage } from '../../../contract/texts/conversation.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { findTextBarrier } from '../../texts/barrier.ts'
import { findConsent } from '../../texts/consents.ts'
import { actingRole } from '../acting-role.ts'
import { getStaffAppointment } from '../staff-appointment.ts'
import { hasJustWritten } from '../../texts/recent-texts.ts'

const mostMessages = 100

type Texted = Pick<AppointmentRow, 'id' | 'shop_id' | 'customer_id' | 'customer_phone' | 'contact_id'>

/** The texts about an appointment. Refuses a missing one and one outside the scope with `not_found`. */
export async function findConversation(context: Context, actor: Actor, id: string): Promise<Conversation> {
  const { db } = context.database
  return readConversation(db, context, await getStaffAppointment(db, actor.scope, id))
}

export async function readConversation(
  db: Queryable,
  context: Context,
  appointment: Texted,
): Promise<Conversation> {
  const { shop_id: shopId, customer_phone: phone, contact_id: contactId } = appointment
  const consent = await findConsent(db, { shopId, phone, contactId })
  return {
    phone,
    barrier: await findBarrier(db, context, appointment),
    consent: consent && { source: consent.source, givenAt: consent.given_at.toISOString() },
    messages: await listMessages(db, appointment),
  }
}

/**
 * Why a shop may not text the customer of an appointment; null where it may. A person who has just written
 * gets an answer without a consent.
 */
export async function findBarrier(
  db: Queryable,
  context: Context,
  { shop_id: shopId, customer_phone: phone, contact_id: contactId }: Texted,
): Promise<Conversation['barrier']> {
  const barrier = await findTextBarrier(db, context, { shopId, phone, contactId })
  if (barrier !== 'not_agreed') return barrier
  return (await hasJustWritten(db, { shopId, phone }, context.clock.now())) ? null : barrier
}

async function listMessages(db: Queryable, appointment: Texted): Promise<TextMessage[]> {
  const rows = await db
    .selectFrom('texts as t')
    .leftJoin('users as u', 'u.id', 't.actor_id')
    .select(['t.id', 't.direction', 't.kind', 't.body', 't.state', 't.read_at', 'u.name'])
    .select(
      sql<Date>`coalesce(t.sent_at, case when t.state = 'queued' then t.due_at end, t.created_at)`.as('at'),
    )
    .select(actingRole(appointment).as('role'))
    .where('t.shop_id', '=', appointment.shop_id)
    .where('t.appointment_id', '=', appointment.id)
    // Automatic ones that never left: the start was moved, or the customer said no.
    .where((where) =>
      where.or([where('t.kind', '=', 'message'), where('t.state', 'not in', ['expired', 'stopped'])]),
    )
    .orderBy('at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(mostMessages)
    .execute()
  return rows.toReversed().map((row) => ({
    id: row.id,
    direction: row.direction,
    body: row.body,
    state: row.state,
    at: row.at.toISOString(),
    isUnread: row.direction === 'in' && row.kind === 'reply' && row.read_at === null,
    by: actingPersonOf(row),
  }))
}
