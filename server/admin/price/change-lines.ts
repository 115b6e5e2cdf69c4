import { priceWithLines, type NewPriceLine, type PriceFacts } from '../../../contract/payments/day-price.ts'
import { isAllowed } from '../../../contract/identity/permissions.ts'
import { standingAt } from '../../../contract/identity/workplaces.ts'
import { linesOfPrice } from '../../../contract/limits.ts'
import { refuse } from '../../../contract/refusals.ts'
import { isBeingCharged, requirePriceOpen } from '../../booking/price/open-price.ts'
import type { Context } from '../../context.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import type { Queryable } from '../../database/open-database.ts'
import { isUuid } from '../../database/uuid.ts'
import { listOpenHolds } from '../../holds/hold-queries.ts'
import { sendPendingCommands } from '../../holds/record-outcome.ts'
import { releaseUnneededExtra } from '../../holds/unneeded-extra.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { requireEnoughLeft } from '../../payments/price/chargeable.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { lockStaffAppointment } from '../staff-appointment.ts'
import { workFactsOf } from './work-facts.ts'

/**
 * Locks the appointment whose price the actor changes. Refuses as `lockStaffAppointment` and
 * `requirePriceOpen` do, as `not_yet_started` a shop before the car has arrived, and as
 * `card_check_under_way` while the price is being charged.
 */
export async function lockOpenPrice(
  tx: Queryable,
  context: Context,
  actor: Actor,
  id: string,
): Promise<AppointmentRow> {
  const appointment = await lockStaffAppointment(tx, actor.scope, id)
  requirePriceOpen(appointment, 'shop')
  const standing = standingAt(actor, appointment.shop_id)
  if (!isAllowed(standing, 'price.change', workFactsOf(appointment, context)))
    refuse('not_yet_started', {
      sentence: 'The price can be changed once the car has arrived. Mark it as arrived first.',
    })
  if (isBeingCharged(await listOpenHolds(tx, id))) refuse('card_check_under_way', { retryAfterSeconds: 3 })
  return appointment
}

/**
 * Adds a line to the price of an appointment. The same id again changes nothing. Refuses as `lockOpenPrice`
 * does, as `total_too_low` a discount that leaves less than the card provider charges, as `too_many_lines`
 * more than `linesOfPrice` lines, and as `request_changed` an id of another line.
 */
export async function addPriceLine(
  context: Context,
  actor: Actor,
  id: string,
  line: NewPriceLine,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockOpenPrice(tx, context, actor, id)
    const known = await tx
      .selectFrom('price_lines')
      .select(['appointment_id', 'kind', 'description', 'amount_cents'])
      .where('shop_id', '=', appointment.shop_id)
      .where('id', '=', line.id)
      .executeTakeFirst()
    if (known) {
      const isSame =
        known.appointment_id === id &&
        known.kind === line.kind &&
        known.description === line.description &&
        known.amount_cents === line.amountCents
      return isSame ? undefined : refuse('request_changed')
    }
    const facts = await readPriceFacts(tx, appointment)
    if (facts.lines.length >= linesOfPrice) refuse('too_many_lines')
    requireRest(appointment, { ...facts, lines: [...facts.lines, line] }, fieldOf(line))
    await tx
      .insertInto('price_lines')
      .values({
        shop_id: appointment.shop_id,
        id: line.id,
        appointment_id: id,
        kind: line.kind,
        description: line.description,
        amount_cents: line.amountCents,
        added_at: new Date(context.clock.now()),
        actor_id: actor.id,
        removed_at: null,
        removed_by: null,
      })
      .execute()
    await releaseUnneededExtra(tx, context, appointment)
  })
  await sendPendingCommands(context, id)
}

/**
 * Removes a line. A removed one stays as it is. Refuses as `lockOpenPrice` does, a missing line as
 * `not_found`, and as `total_too_low` a removal that leaves too little.
 */
export async function removePriceLine(
  context: Context,
  actor: Actor,
  id: string,
  lineId: string,
): Promise<void> {
  if (!isUuid(lineId)) return refuse('not_found')
  await context.database.transaction(async (tx) => {
    const appointment = await lockOpenPrice(tx, context, actor, id)
    const line = await tx
      .updateTable('price_lines')
      .set({ removed_at: new Date(context.clock.now()), removed_by: actor.id })
      .where('shop_id', '=', appointment.shop_id)
      .where('id', '=', lineId)
      .where('appointment_id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!line && !(await isKnown(tx, id, lineId))) refuse('not_found')
    const facts = await readPriceFacts(tx, appointment)
    requireRest(appointment, facts)
    await releaseUnneededExtra(tx, context, appointment)
  })
  await sendPendingCommands(context, id)
}

const fieldOf = ({ kind }: NewPriceLine) => (kind === 'discount' ? 'amountCents' : undefined)

/** Refuses as `total_too_low` a price whose rest is too small. */
function requireRest(
  appointment: AppointmentRow,
  { priceCents, lines, paidOtherwiseCents: paidCents }: PriceFacts,
  field?: string,
): void {
  const restCents = priceWithLines(priceCents, lines) - paidCents
  requireEnoughLeft({ appointment, paidCents, restCents }, field)
}

async function isKnown(tx: Queryable, id: string, lineId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('price_lines')
    .select('id')
    .where('appointment_id', '=', id)
    .where('id', '=', lineId)
    .executeTakeFirst()
  return row !== undefined
}
