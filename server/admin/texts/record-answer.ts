import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { textedLinkOf } from '../../notifications/appointment-link.ts'
import { findConsent, giveSpokenConsent, withdrawTextConsent } from '../../texts/consents.ts'
import { queueReminders } from '../../texts/queue-text.ts'
import { stopQueuedTexts } from '../../texts/stop-texts.ts'
import { lockStaffAppointment } from '../staff-appointment.ts'
import { findBarrier } from './conversation.ts'
import { refusalOf } from './write-text.ts'

/**
 * Records that the customer of an appointment said yes or no to texts. Refuses a missing appointment and one
 * outside the scope with `not_found`, and a yes of a phone that replied STOP.
 */
export async function recordAnswer(
  context: Context,
  actor: Actor,
  id: string,
  { agrees }: { agrees: boolean },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const at = new Date(context.clock.now())
    const person = { shop_id: appointment.shop_id, phone: appointment.customer_phone }
    if (!agrees) return withdrawConsentOf(tx, appointment, at)
    const barrier = await findBarrier(tx, context, appointment)
    if (barrier !== null && barrier !== 'not_agreed') refuse(refusalOf[barrier])
    await giveSpokenConsent(tx, appointment, { actorId: actor.id, at })
    await queueReminders(tx, context, person, textedLinkOf)
  })
}

/** Ends the texts to one person. Another one with the same phone keeps theirs. */
async function withdrawConsentOf(
  tx: Queryable,
  { shop_id: shopId, customer_phone: phone, contact_id: contactId }: AppointmentRow,
  at: Date,
): Promise<void> {
  if (!(await findConsent(tx, { shopId, phone, contactId }))) return
  await withdrawTextConsent(tx, { shop_id: shopId, phone }, { by: 'person', at })
  await stopQueuedTexts(tx, { shop_id: shopId, phone })
}
