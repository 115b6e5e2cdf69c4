import { isWorkDone } from '../../../contract/workshop/work-states.ts'
import { signOffWording, type NewSignOff } from '../../../contract/workshop/work-order.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import type { Queryable } from '../../database/open-database.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'

type Signed = Pick<NewSignOff, 'name' | 'wording' | 'strokes'> & {
  /** The person of the shop on whose device it was signed; null by the link. */
  actorId: string | null
}

/**
 * Keeps the signature of a locked appointment, one at a time, and mails the signed work order to the
 * customer. Refuses as `work_not_possible` while the work is not done, as `already_signed` a second one, and
 * as `wording_changed` one under another sentence than today's.
 */
export async function insertSignOff(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { name, wording, strokes, actorId }: Signed,
): Promise<void> {
  const { id, shop_id: shopId, work_state: state } = appointment
  if (!isWorkDone(state))
    refuse('work_not_possible', { sentence: 'The work isn’t done yet, so it can’t be signed.' })
  if (wording !== signOffWording) refuse('wording_changed', { field: 'wording' })
  const inserted = await tx
    .insertInto('sign_offs')
    .values({
      shop_id: shopId,
      appointment_id: id,
      signer_name: name,
      wording,
      strokes: JSON.stringify(strokes),
      signed_at: new Date(context.clock.now()),
      signed_via: actorId === null ? 'link' : 'shop',
      actor_id: actorId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) refuse('already_signed')
  await queueCustomerMail(
    tx,
    context,
    appointment,
    { kind: 'sheet_mailed', sheet: 'work_order' },
    { actorId },
  )
}

/**
 * Voids the signature of a locked appointment whose work goes on: the customer signed another state of it.
 */
export async function voidSignOff(tx: Queryable, { clock }: Context, appointmentId: string): Promise<void> {
  await tx
    .updateTable('sign_offs')
    .set({ voided_at: new Date(clock.now()) })
    .where('appointment_id', '=', appointmentId)
    .where('voided_at', 'is', null)
    .execute()
}

/** Refuses as `already_signed` to change what the customer signed. */
export async function requireNotSigned(tx: Queryable, appointmentId: string): Promise<void> {
  const signed = await tx
    .selectFrom('sign_offs')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  if (signed)
    refuse('already_signed', {
      sentence: 'The customer has signed this work order. To change it, go back to “In the bay” first.',
    })
}
