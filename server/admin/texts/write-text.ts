import { v7 as uuid } from 'uuid'
import { refuse, type RefusalCode } from '../../../contract/refusals.ts'
import type { Conversation } from '../../../contract/texts/conversation.ts'
import { textTime } from '../../../contract/texts/quiet-hours.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { hasJustWritten } from '../../texts/recent-texts.ts'
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
 * just written. The same key again sends nothing. Refuses a missing appointment and one outside the scope
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
    const answers = await hasJustWritten(tx, { shopId, phone }, now)
    await tx
      .insertInto('texts')
      .values({
        id: uuid(),
        shop_id: shopId,
        appointment_id: id,
        phone,
        direction: 'out',
        kind: 'message',
        body,
        state: 'queued',
        provider_sid: null,
        error_code: null,
        actor_id: actor.id,
        created_at: new Date(now),
        due_at: new Date(answers ? now : textTime(now, zone)),
        expires_at: null,
        leased_at: null,
        sent_at: null,
        read_at: null,
        once_key: key === undefined ? null : `message ${actor.id} ${key}`,
      })
      .onConflict((conflict) => conflict.columns(['once_key', 'shop_id']).doNothing())
      .execute()
  })
  context.triggerJob(sendTextsJob)
}
