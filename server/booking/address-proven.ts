import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { findOpenReviewId } from '../fitment/record-verdict.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'

/**
 * Confirms an appointment at the address that was just proven for it, and tells the address where its mails
 * went until now: the account's own.
 */
export async function queueAddressProven(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
): Promise<void> {
  const account = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', appointment.customer_id)
    .executeTakeFirstOrThrow()
  const address = appointment.customer_email
  await queueCustomerMail(
    tx,
    context,
    appointment,
    { kind: 'mail_address_changed', by: 'proof', address, isInUse: true },
    { address: { recipient: account.email, unproven: null } },
  )
  await queueCustomerMail(tx, context, appointment, {
    kind: 'appointment_confirmed',
    awaitsFitment: (await findOpenReviewId(tx, appointment)) !== null,
  })
}
