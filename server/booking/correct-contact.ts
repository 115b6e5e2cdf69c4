import type { ContactCorrection } from '../../contract/booking/appointments.ts'
import { usPhoneDigits } from '../../contract/booking/us-phone.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import { followCorrection } from '../contacts/contact-of-claim.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { isUuid } from '../database/uuid.ts'
import { isDeletedAddress } from '../identity/deleted-person.ts'
import { consumeRateLimit } from '../identity/limits/rate-limit.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { findMailAddress, requestAddressProof } from '../notifications/customer-address.ts'

const columns = { name: 'customer_name', email: 'customer_email', phone: 'customer_phone' } as const
type Field = keyof typeof columns

function correctedValues({ name, email, phone }: ContactCorrection): { field: Field; value: string }[] {
  const digits =
    phone === undefined ? undefined : (usPhoneDigits(phone) ?? refuse('malformed', { field: 'phone' }))
  const given = [
    { field: 'name', value: name },
    { field: 'email', value: email },
    { field: 'phone', value: digits },
  ] as const
  return given.flatMap(({ field, value }) => (value === undefined ? [] : [{ field, value }]))
}

/**
 * Corrects the contact of a locked appointment and records the value before and after. An address other than
 * the account's own is proven by a mailed link first; until then mails go to the account's own. A mail tells
 * the former address of another one. Refuses the contact of a deleted account as
 * `appointment_not_changeable`, and one more address than a customer may name in a day as
 * `too_many_requests`.
 */
export async function correctContact(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  correction: ContactCorrection,
  actor: { id: string; role: 'customer' | 'shop' | 'administrator' },
): Promise<void> {
  if (isDeletedAddress(appointment.customer_email)) refuse('appointment_not_changeable')
  const changed = correctedValues(correction).filter(
    ({ field, value }) => appointment[columns[field]] !== value,
  )
  if (changed.length === 0) return
  const before = await findMailAddress(tx, appointment.id)
  await tx
    .updateTable('appointments')
    .set(Object.fromEntries(changed.map(({ field, value }) => [columns[field], value])))
    .where('id', '=', appointment.id)
    .execute()
  await followCorrection(
    tx,
    appointment,
    changed.map(({ field, value }) => ({ field, before: appointment[columns[field]], after: value })),
  )
  await tx
    .insertInto('contact_changes')
    .values(
      changed.map(({ field, value }) => ({
        appointment_id: appointment.id,
        shop_id: appointment.shop_id,
        field,
        value_before: appointment[columns[field]],
        value_after: value,
        changed_at: new Date(context.clock.now()),
        actor_id: actor.id,
      })),
    )
    .execute()
  const email = changed.find(({ field }) => field === 'email')?.value
  // A claim brings no mail before it is paid; its confirmation asks for the proof.
  if (email === undefined || appointment.state === 'claimed') return
  const { unproven } = await findMailAddress(tx, appointment.id)
  if (email.toLowerCase() !== before.recipient) {
    const news = { by: actor.role, address: email, isInUse: unproven === null }
    // As the appointment was before: the reader of the old address learns nothing new about its contact.
    await queueCustomerMail(
      tx,
      context,
      appointment,
      { kind: 'mail_address_changed', ...news },
      { actorId: actor.id, address: before },
    )
  }
  if (unproven === null) return
  const named = { customerId: appointment.customer_id, address: unproven, namedBy: actor.role }
  const wait = await requestAddressProof(tx, context, named)
  if (wait !== null)
    refuse('too_many_requests', {
      sentence: 'Several other emails were entered for this customer today.',
      retryAfterSeconds: wait,
    })
}

/** Every correction is kept in the timeline. */
const correctionLimit = { windowSeconds: 3600, max: 20 }

/**
 * Corrects the contact of the customer's own appointment. Refuses a missing and a foreign one alike as
 * `not_found`, and a cancelled one as `appointment_not_changeable`.
 */
export async function correctOwnContact(
  context: Context,
  actor: Actor,
  id: string,
  correction: ContactCorrection,
): Promise<void> {
  if (!isUuid(id)) refuse('not_found')
  await consumeRateLimit(context, `contact-correction:${actor.id}`, correctionLimit)
  await context.database.transaction(async (tx) => {
    const appointment = await tx
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', actor.id)
      .where('state', '!=', 'released')
      .forUpdate()
      .executeTakeFirst()
    if (!appointment) return refuse('not_found')
    if (!isAllowed(actor.role, 'ownAppointment.correctContact', { state: appointment.state }))
      refuse('appointment_not_changeable')
    await correctContact(tx, context, appointment, correction, { id: actor.id, role: 'customer' })
  })
  context.triggerJob('notifications.send-outbox')
}
