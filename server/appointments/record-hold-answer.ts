import { canChange } from '../../contract/appointments/appointment-states.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldStatus } from '../database/tables.ts'
import type { HoldAnswer } from '../payments/hold-answer.ts'
import {
  insertDuplicate,
  recordEndOfAuthorization,
  recordHoldChange,
  recordRelease,
  type HoldChange,
  type HoldRow,
} from '../payments/record-hold.ts'
import { applyPackage } from './apply-package.ts'
import { lockShop } from './find-free-bay.ts'
import { recordFailedTry } from './record-failed-try.ts'
import { tellCustomer } from './tell-customer.ts'
import type { AppointmentRow } from './appointment-row.ts'

type Told = Extract<HoldAnswer, { intentId: string | null }>
type Recording = { tx: Queryable; context: Context; at: Date; appointment: AppointmentRow; hold: HoldRow }

const asked: readonly HoldStatus[] = ['requested', 'requires_action']
const inForce: readonly HoldStatus[] = ['live', 'capturing', 'captured']
const ended: readonly HoldStatus[] = ['released', 'lapsed', 'declined']

/**
 * Writes down what the provider said of a hold, with everything that follows from it for the appointment, the other holds and
 * the mail to send, in one transaction. The provider's word is final; whether its hold is still wanted is decided by
 * the appointment as it is now. Recording the same answer again changes nothing. Returns the hold as it is then; what it says
 * in -ing is to be asked of the provider next.
 */
export async function recordHoldAnswer(
  context: Context,
  holdId: string,
  answer: HoldAnswer,
): Promise<HoldRow> {
  const { db } = context.database
  const known = await db
    .selectFrom('holds as h')
    .innerJoin('appointments as a', 'a.id', 'h.appointment_id')
    .selectAll('h')
    .select('a.shop_id')
    .where('h.id', '=', holdId)
    .executeTakeFirstOrThrow()
  if (answer.kind === 'absent' || answer.kind === 'unknown') return known
  return db.transaction().execute(async (tx) => {
    // A longer job needs its bay: the shop's turn comes before the appointment's row, as everywhere.
    if (known.purpose === 'package' && answer.kind === 'live') await lockShop(tx, known.shop_id)
    const appointment = await tx
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', known.appointment_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const hold = await tx.selectFrom('holds').selectAll().where('id', '=', holdId).executeTakeFirstOrThrow()
    const recording = { tx, context, at: new Date(context.clock.now()), appointment, hold }
    const isOther = hold.provider_intent_id !== null && answer.intentId !== hold.provider_intent_id
    if (!isOther || answer.intentId === null) return recordTold(recording, answer)
    await recordDuplicate(recording, answer, answer.intentId)
    return hold
  })
}

/**
 * A second payment that the provider made for the same hold, as when its answer to the first was lost and it forgot the key. It gets a
 * row of its own and goes back; what holds nothing needs none.
 */
async function recordDuplicate(recording: Recording, answer: Told, intentId: string): Promise<void> {
  const { tx, hold, at } = recording
  const known = await tx
    .selectFrom('holds')
    .selectAll()
    .where('provider_intent_id', '=', intentId)
    .executeTakeFirst()
  if (!known && (answer.kind === 'declined' || answer.kind === 'released')) return
  const duplicate = known ?? (await recordRelease(tx, await insertDuplicate(tx, hold, intentId, at), at))
  await recordTold({ ...recording, hold: duplicate }, answer)
}

async function recordTold(recording: Recording, answer: Told): Promise<HoldRow> {
  const named = await nameIntent(recording, answer.intentId)
  const known = { ...recording, hold: named }
  switch (answer.kind) {
    case 'live':
      return recordLive(known, answer)
    case 'requires_action':
      return recordRequiresAction(known)
    case 'declined':
      return recordDeclined(known, answer)
    case 'captured':
      return recordCaptured(known, answer)
    case 'released':
      return recordReleased(known, answer.lapsed)
  }
}

async function nameIntent({ tx, hold }: Recording, intentId: string | null): Promise<HoldRow> {
  if (hold.provider_intent_id !== null || intentId === null) return hold
  return tx
    .updateTable('holds')
    .set({ provider_intent_id: intentId })
    .where('id', '=', hold.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends every other hold that is live or being asked for: this one takes their place. */
async function releaseOthers({ tx, appointment, hold, at }: Recording): Promise<void> {
  const others = await tx
    .selectFrom('holds')
    .selectAll()
    .where('appointment_id', '=', appointment.id)
    .where('id', '!=', hold.id)
    .where('status', 'in', ['live', 'capturing', ...asked])
    .execute()
  for (const other of others) await recordRelease(tx, other, at)
}

/** Whether another hold is being charged: then no other may take its place. */
async function isBeingCaptured({ tx, appointment, hold }: Recording): Promise<boolean> {
  const other = await tx
    .selectFrom('holds')
    .select('id')
    .where('appointment_id', '=', appointment.id)
    .where('id', '!=', hold.id)
    .where('status', '=', 'capturing')
    .executeTakeFirst()
  return other !== undefined
}

/** What a live hold is good for, given the appointment as it is now; null when nobody wants it any more. */
async function findUse(recording: Recording): Promise<(() => Promise<void>) | null> {
  const { tx, context, appointment, hold, at } = recording
  switch (hold.purpose) {
    case 'booking':
      if (appointment.state !== 'claimed') return null
      return async () => {
        const booked = await tx
          .updateTable('appointments')
          .set({ state: 'booked', claim_expires_at: null })
          .where('id', '=', appointment.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await tellCustomer(tx, context, booked, { kind: 'appointment_confirmed' })
      }
    case 'renewal':
    case 'confirmation':
      return appointment.state === 'booked' && hold.amount_cents >= appointment.price_cents
        ? async () => {}
        : null
    case 'package':
      if (!canChange(appointment.state, appointment.starts_at.getTime(), at.getTime())) return null
      return applyPackage(tx, context, appointment, hold)
    case 'charge':
    case 'duplicate':
      return null
  }
}

async function recordLive(recording: Recording, answer: Extract<Told, { kind: 'live' }>): Promise<HoldRow> {
  const { tx, hold, at } = recording
  const seen = {
    capture_before: answer.captureBefore,
    payment_method_id: answer.paymentMethodId ?? hold.payment_method_id,
    card_brand: answer.card?.brand ?? hold.card_brand,
    card_last_four: answer.card?.lastFour ?? hold.card_last_four,
  }
  if (hold.status === 'live') {
    // The provider may move the hour until which it holds.
    return tx
      .updateTable('holds')
      .set(seen)
      .where('id', '=', hold.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  if (!asked.includes(hold.status) && !ended.includes(hold.status) && hold.status !== 'releasing') return hold
  const isAsked = asked.includes(hold.status)
  const use = isAsked && !(await isBeingCaptured(recording)) ? await findUse(recording) : null
  if (use) await releaseOthers(recording)
  const placed: Omit<HoldChange, 'to'> = {
    at,
    set: { ...seen, live_at: hold.live_at ?? at, settled_at: at },
    movement: hold.live_at === null ? { kind: 'hold_placed', amountCents: hold.amount_cents } : null,
  }
  if (use) {
    const live = await recordHoldChange(tx, hold, { ...placed, to: 'live' })
    await tx
      .updateTable('appointments')
      .set({ hold_failed_at: null })
      .where('id', '=', hold.appointment_id)
      .execute()
    await use()
    return live
  }
  // Nobody wants it any more: it is written down as placed, and goes back.
  const unwanted = await recordHoldChange(tx, hold, { ...placed, to: 'releasing' })
  if (hold.purpose === 'booking' && hold.live_at === null) {
    await recordEndOfAuthorization(tx, {
      appointmentId: hold.appointment_id,
      holdId: hold.id,
      priceCents: hold.amount_cents,
      at,
      actorId: null,
    })
  }
  return hold.status === 'releasing' ? unwanted : recordRelease(tx, unwanted, at)
}

async function recordRequiresAction(recording: Recording): Promise<HoldRow> {
  const { tx, hold, appointment, at } = recording
  if (ended.includes(hold.status)) return recordRelease(tx, hold, at)
  if (hold.status !== 'requested') return hold
  if (appointment.state !== 'claimed' && appointment.state !== 'booked') return recordRelease(tx, hold, at)
  return recordHoldChange(tx, hold, { to: 'requires_action', at, movement: null })
}

async function recordDeclined(
  recording: Recording,
  answer: Extract<Told, { kind: 'declined' }>,
): Promise<HoldRow> {
  const { tx, hold, at } = recording
  if (!asked.includes(hold.status)) return hold
  const declined = await recordHoldChange(tx, hold, {
    to: 'declined',
    at,
    set: { refusal_sentence: answer.sentence, settled_at: at },
    movement: {
      kind: hold.purpose === 'charge' ? 'capture_declined' : 'hold_declined',
      amountCents: hold.amount_cents,
    },
  })
  if (hold.purpose === 'booking') await releaseClaim(recording)
  if (hold.purpose === 'renewal' || hold.purpose === 'charge') {
    await recordFailedTry(recording.tx, recording.context, recording.appointment, declined, answer)
  }
  return declined
}

async function recordCaptured(
  recording: Recording,
  answer: Extract<Told, { kind: 'captured' }>,
): Promise<HoldRow> {
  const { tx, context, appointment, at } = recording
  let { hold } = recording
  if (!['captured', 'refunding', 'refunded'].includes(hold.status)) {
    const before = await tx
      .selectFrom('holds')
      .select('id')
      .where('appointment_id', '=', appointment.id)
      .where('status', '=', 'captured')
      .executeTakeFirst()
    const isDue = !before && ['claimed', 'booked', 'completed'].includes(appointment.state)
    if (isDue) await releaseOthers(recording)
    hold = await recordHoldChange(tx, hold, {
      // Money that came although the appointment was ended, or had been paid, goes back.
      to: isDue ? 'captured' : 'refunding',
      at,
      set: {
        captured_cents: answer.amountCents,
        settled_at: at,
        card_brand: answer.card?.brand ?? hold.card_brand,
        card_last_four: answer.card?.lastFour ?? hold.card_last_four,
        payment_method_id: answer.paymentMethodId ?? hold.payment_method_id,
      },
      movement: { kind: 'captured', amountCents: answer.amountCents },
    })
    if (isDue) {
      const completed = await tx
        .updateTable('appointments')
        .set({ state: 'completed', claim_expires_at: null, hold_failed_at: null })
        .where('id', '=', appointment.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await tellCustomer(tx, context, completed, { kind: 'payment_receipt', hold })
    } else {
      hold = await recordRefundRequest(recording, hold)
    }
  }
  return recordRefunded({ ...recording, hold }, answer.refundedCents)
}

async function recordRefundRequest({ tx, at }: Recording, hold: HoldRow): Promise<HoldRow> {
  return recordHoldChange(tx, hold, {
    to: 'refunding',
    at,
    movement: { kind: 'refund_requested', amountCents: hold.captured_cents ?? hold.amount_cents },
  })
}

/** What went back since it was last looked at, whoever asked for it. */
async function recordRefunded(recording: Recording, refundedCents: number): Promise<HoldRow> {
  const { tx, context, appointment, hold, at } = recording
  const fresh = refundedCents - (hold.refunded_cents ?? 0)
  if (fresh <= 0) return hold
  const refunded = await recordHoldChange(tx, hold, {
    to: refundedCents >= (hold.captured_cents ?? 0) ? 'refunded' : hold.status,
    at,
    set: { refunded_cents: refundedCents },
    movement: { kind: 'refunded', amountCents: fresh },
  })
  await tellCustomer(tx, context, appointment, {
    kind: 'payment_refunded',
    hold: refunded,
    amountCents: fresh,
  })
  return refunded
}

async function recordReleased(recording: Recording, lapsed: boolean): Promise<HoldRow> {
  const { tx, hold, at } = recording
  if (ended.includes(hold.status) || hold.status === 'captured') return hold
  if (hold.status === 'refunding' || hold.status === 'refunded') return hold
  const isLapse = lapsed && inForce.includes(hold.status)
  const released = await recordHoldChange(tx, hold, {
    to: isLapse ? 'lapsed' : 'released',
    at,
    set: { settled_at: at },
    movement: { kind: isLapse ? 'hold_lapsed' : 'hold_released', amountCents: hold.amount_cents },
  })
  if (hold.purpose === 'booking') await releaseClaim(recording)
  return released
}

/** Gives the slot of an unpaid claim back. Nothing happens to an appointment that is no claim any more. */
async function releaseClaim({ tx, appointment }: Recording): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ state: 'released', claim_expires_at: null })
    .where('id', '=', appointment.id)
    .where('state', '=', 'claimed')
    .execute()
}
