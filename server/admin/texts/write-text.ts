import { refuse, type RefusalCode } from '../../../contract/refusals.ts'
import type { Conversation } from '../../../contract/texts/conversation.ts'
import { textTime } from '../../../contract/texts/quiet-hours.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { hasJustWritten } from '../../texts/recent-texts.ts'
import { insertText } from '../../texts/insert-text.ts'
import { sendTextsJob } from '../../texts/jobs.ts'
import { lockStaffAppointment } from '../staff-appointment.ts'
import { findBarrier } from './conversation.ts'

export const refusalOf: Record<NonNullable<Conversation['barrier']>, RefusalCode> = {
  not_set_up: 'texts_not_set_up',
  stopped: 'texts_stopped',
  not_agreed: 'texts_not_agreed',
}

/**
 * Texts the customer of an appointment. In the quiet hours it leaves after them, except to a person who has
 * just written. The same message with its key again sends nothing, another one with that key is refused as
 * `request_changed`. Refuses a missing appointment and one outside the scope
 * with `not_found`, and a customer who may not be texted.
 */
export async function writeText(
  context: Context,
  actor: Actor,
  id: string,
  { body, key }: { body: string; key: string | undefined },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const barrier = await findBarrier(tx, context, appointment)
    if (barrier !== null) refuse(refusalOf[barrier])
    const { shop_id: shopId, customer_phone: phone } = appointment
    const { time_zone: zone } = await tx
      .selectFrom('shops')
      .select('time_zone')
      .where('id', '=', shopId)
      .executeTakeFirstOrThrow()
    const now = context.clock.now()
    const onceKey = key === undefined ? null : `message ${actor.id} ${key}`
    const answers = await hasJustWritten(tx, { shopId, phone }, now)
    const added = await insertText(tx, {
      shop_id: shopId,
      appointment_id: id,
      phone,
      direction: 'out',
      kind: 'message',
      body,
      state: 'queued',
      actor_id: actor.id,
      at: new Date(now),
      due_at: new Date(answers ? now : textTime(now, zone)),
      once_key: onceKey,
    })
    if (!added) await requireSameMessage(tx, { shopId, id, body, onceKey })
  })
  context.triggerJob(sendTextsJob)
}

type Sent = { shopId: number; id: string; body: string; onceKey: string | null }

async function requireSameMessage(tx: Queryable, { shopId, id, body, onceKey }: Sent): Promise<void> {
  const earlier = await tx
    .selectFrom('texts')
    .select(['appointment_id', 'body'])
    .where('shop_id', '=', shopId)
    .where('once_key', '=', onceKey)
    .executeTakeFirst()
  if (earlier?.appointment_id !== id || earlier.body !== body)
    refuse('request_changed', {
      sentence: 'This message was sent already, with other words. Write it again.',
    })
}
