import { feeDueAt } from '../../contract/booking/cancellation-terms.ts'
import { formatCents } from '../../contract/money.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import { isUuid } from '../database/uuid.ts'
import { findOpenReviewId } from '../fitment/record-verdict.ts'
import { agreedFeeOfRow } from '../payments/cancellation-fee.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { requireWorkNotBegun } from './lock-own-appointment.ts'
import { cancelLockedAppointment } from './cancel-appointment.ts'

/**
 * Cancels the customer's own appointment until its start; its hold is released at once. From the agreed
 * instant on it costs the agreed fee (`shownCents`: the fee that the customer was shown; 0 for none). A
 * cancelled one stays as it is. Refuses another fee than shown as `fee_changed`, a missing and a foreign
 * appointment as `not_found`, and one that has begun or is done as `appointment_not_changeable`.
 */
export async function cancelOwnAppointment(
  context: Context,
  actor: Pick<Actor, 'id' | 'role'>,
  id: string,
  shownCents: number,
): Promise<void> {
  if (!isUuid(id)) refuse('not_found')
  let feeCents = 0
  const by = { id: actor.id, role: 'customer', feeOf: () => feeCents } as const
  await cancelLockedAppointment(context, id, by, async (tx) => {
    const appointment = await tx
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', actor.id)
      .where('state', '!=', 'released')
      .forUpdate()
      .executeTakeFirst()
    if (!appointment) return refuse('not_found')
    const { state, starts_at: startsAt } = appointment
    const facts = { state, startsAt: startsAt.getTime(), now: context.clock.now() }
    if (state !== 'cancelled' && !isAllowed(actor.role, 'ownAppointment.cancel', facts))
      refuse('appointment_not_changeable')
    if (state === 'cancelled') return appointment
    requireWorkNotBegun(appointment)
    feeCents = await findFeeNow(tx, appointment, context.clock.now())
    if (feeCents !== shownCents) refuse('fee_changed', { sentence: feeChangedSentence(feeCents) })
    return appointment
  })
}

/**
 * The fee that a cancellation by the customer of a locked appointment costs, in cents. None while the shop is
 * suspended or still checks whether the package fits.
 */
async function findFeeNow(tx: Queryable, appointment: AppointmentRow, now: number): Promise<number> {
  const feeCents = appointment.state === 'booked' ? feeDueAt(agreedFeeOfRow(appointment), now) : 0
  if (feeCents === 0 || (await findOpenReviewId(tx, appointment)) !== null) return 0
  const shop = await tx
    .selectFrom('shops')
    .select('status')
    .where('id', '=', appointment.shop_id)
    .executeTakeFirstOrThrow()
  return shop.status === 'suspended' ? 0 : feeCents
}

function feeChangedSentence(dueCents: number): string {
  return dueCents === 0
    ? 'Cancelling is free now. Please look at it again. Nothing was cancelled.'
    : `Cancelling now costs ${formatCents(dueCents)}, because free cancellation has ended. Nothing was cancelled.`
}
