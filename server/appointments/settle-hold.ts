import { claimMinutes, type AppointmentState } from '../../contract/appointments/appointment-states.ts'
import { pollUntil } from '../concurrency/poll-until.ts'
import type { Context } from '../context.ts'
import { appointmentColumns, holdColumns } from '../database/columns.ts'
import type { HoldAnswer } from '../payments/hold-answer.ts'
import { endAsking, isAskedNow, obtainHold, takeAsking } from '../payments/place-hold.ts'
import { endRefused, lookUpHold, releaseHold } from '../payments/provider-holds.ts'
import type { Payer } from '../payments/provider-customer.ts'
import type { HoldRow } from '../payments/record-hold.ts'
import { isCapturedNow, takeCapturing } from '../payments/take-capturing.ts'
import { askForDecided, type HoldOfAppointment } from './ask-for-decided.ts'
import { readHoldsBeside, type HoldAndState } from './hold-queries.ts'
import { abandonedAfterMs } from './hold-recording.ts'
import { recordHoldAnswer, recordNeverPlaced, type KnownHold } from './record-hold-answer.ts'

/** A hold as it is recorded now, and the state of its appointment. With a secret it waits for the person to confirm the card. */
export type SettledHold = { hold: HoldRow; appointmentState: AppointmentState; clientSecret: string | null }

async function readHold({ database }: Context, holdId: string): Promise<HoldRow> {
  return database.db
    .selectFrom('holds')
    .select(holdColumns)
    .where('id', '=', holdId)
    .executeTakeFirstOrThrow()
}

async function readSubject(context: Context, holdId: string): Promise<HoldOfAppointment> {
  const hold = await readHold(context, holdId)
  const appointment = await context.database.db
    .selectFrom('appointments')
    .select(appointmentColumns)
    .where('id', '=', hold.appointment_id)
    .executeTakeFirstOrThrow()
  return { hold, appointment }
}

/**
 * Asks the provider for a hold that is written down, and records what came of it. No transaction may be open. One asks at a time: who
 * comes second waits for the first one's answer where a person waits for it.
 */
export async function askForHold(
  context: Context,
  hold: { id: string },
  { personWaits = true } = {},
): Promise<SettledHold> {
  const asking = await takeAsking(context, hold.id)
  if (!asking) return personWaits ? waitForOther(context, hold.id) : readSettled(context, hold.id)
  return settleAsked(context, asking, () => obtainHold(context, asking))
}

/** As `askForHold`, for a hold that the caller inserted with the right to ask for it (`askedNow`), and whose payer it read with it. */
export async function placeHold(context: Context, hold: HoldRow, payer: Payer): Promise<SettledHold> {
  return settleAsked(context, hold, () => obtainHold(context, hold, payer))
}

/** Asks for a hold and records what came of it, for whoever has the right to, and gives that back where it did not end with the answer. */
async function settleAsked(
  context: Context,
  asking: HoldRow,
  ask: () => Promise<HoldAnswer>,
): Promise<SettledHold> {
  let settled: SettledHold | undefined
  try {
    settled = await settleKnown(context, asking, await ask())
    return settled
  } finally {
    // A hold that has another status by now is asked for by nobody.
    if (settled === undefined || settled.hold.status === asking.status) await endAsking(context, asking)
  }
}

function settledAmong(holds: readonly HoldAndState[], holdId: string): SettledHold {
  const found = holds.find(({ id }) => id === holdId)
  if (!found) throw new Error(`there is no hold ${holdId}`)
  const { appointment_state: appointmentState, ...hold } = found
  return { hold, appointmentState, clientSecret: null }
}

/** A hold as it is now, without a secret. */
export async function readSettled(context: Context, holdId: string): Promise<SettledHold> {
  return settledAmong(await readHoldsBeside(context.database.db, holdId), holdId)
}

const longestWaitMs = 9_000
const firstWaitMs = 500

/** Waits while another request asks for the same hold, then answers as the row says; what waits for the person is looked up. */
async function waitForOther(context: Context, holdId: string, mostMs = longestWaitMs): Promise<SettledHold> {
  await pollUntil(mostMs, async () => !(await isAskedNow(context, holdId)))
  const settled = await readSettled(context, holdId)
  return settled.hold.status === 'requires_action' ? settleHold(context, holdId) : settled
}

/**
 * Brings a hold to rest: asks the provider for what its row says is under way, or else looks at the provider's state, and records
 * the answer. Anyone may do so at any time, and twice. A request that never reached the provider is sent again where a
 * person waits for it or none is needed, and given up after half a minute where the person is gone.
 */
export async function settleHold(
  context: Context,
  holdId: string,
  { personWaits = false } = {},
): Promise<SettledHold> {
  const subject = await readSubject(context, holdId)
  const { hold, appointment } = subject
  switch (hold.status) {
    case 'requested':
      return settleRequested(context, subject, personWaits)
    case 'requires_action': {
      const found = await lookUpHold(context, hold, appointment.customer_id)
      if (found.kind === 'requires_action' && isOver(context, subject)) return giveUp(context, hold)
      if (found.kind === 'absent' && isOver(context, subject)) await recordNeverPlaced(context, hold)
      return settleWith(context, holdId, found)
    }
    case 'capturing':
      return settleCapturing(context, subject, personWaits)
    case 'releasing':
    case 'refunding':
      return settleWith(context, holdId, await askForDecided(context, subject))
    case 'live':
    case 'captured':
    case 'refunded':
    case 'released':
    case 'lapsed':
    case 'declined': {
      const found = await lookUpHold(context, hold, appointment.customer_id)
      if (found.kind === 'absent' && hold.status === 'live') await noteMissing(context, hold)
      return settleWith(context, holdId, found)
    }
  }
}

/** A live hold that the provider says it never had is not taken for gone: the money may be held at another account. */
async function noteMissing(context: Context, hold: HoldRow): Promise<void> {
  context.log.error(
    { holdId: hold.id },
    'the card provider does not know a live hold: is this the right secret key?',
  )
  await context.database.db
    .updateTable('holds')
    .set({ looked_at: new Date(context.clock.now()) })
    .where('id', '=', hold.id)
    .execute()
}

/** Whether nobody waits any more for the person to confirm the card. */
function isOver({ clock }: Context, { hold, appointment }: HoldOfAppointment): boolean {
  if (hold.purpose === 'booking') {
    return appointment.claim_expires_at === null || appointment.claim_expires_at.getTime() <= clock.now()
  }
  const until = hold.created_at.getTime() + claimMinutes * 60_000
  return appointment.state !== 'booked' || until <= clock.now()
}

async function settleRequested(
  context: Context,
  subject: HoldOfAppointment,
  personWaits: boolean,
): Promise<SettledHold> {
  const { hold, appointment } = subject
  if (personWaits) {
    // Most often the first press is still under way, and about to be answered; if it died, the provider knows.
    const settled = await waitForOther(context, hold.id, firstWaitMs)
    if (settled.hold.status !== 'requested') return settled
  }
  const found = await lookUpHold(context, hold, appointment.customer_id)
  if (found.kind !== 'absent') return settleWith(context, hold.id, found)
  const isAbandoned = hold.changed_at.getTime() + abandonedAfterMs <= context.clock.now()
  const needsNobody = hold.purpose === 'renewal' || hold.purpose === 'charge'
  if (personWaits || (isAbandoned && needsNobody && appointment.state === 'booked'))
    return askForHold(context, hold, { personWaits })
  if (isAbandoned) await recordNeverPlaced(context, hold)
  return readSettled(context, hold.id)
}

/** What waits for the person goes back: first at the provider, so that a confirmation of the last second still counts. */
async function giveUp(context: Context, hold: HoldRow): Promise<SettledHold> {
  const intentId = hold.provider_intent_id
  if (intentId === null) return readSettled(context, hold.id)
  const ended = await releaseHold(context, { ...hold, provider_intent_id: intentId })
  return settleWith(context, hold.id, ended)
}

/** Waits while another request captures a hold. Gives the right to capture it in place of one who died with it, else null. */
async function waitForOtherCapturing(context: Context, holdId: string): Promise<HoldRow | null> {
  let inherited: HoldRow | null = null
  await pollUntil(longestWaitMs, async () => {
    if (await isCapturedNow(context, holdId)) return false
    inherited = await takeCapturing(context, holdId, { fromTheDead: true })
    // Another waiting process may have been first.
    return inherited !== null || !(await isCapturedNow(context, holdId))
  })
  return inherited
}

/**
 * Asks for a capture that was decided. One asks at a time: a person who comes second waits for what the first one hears, and asks in
 * place of one who is gone.
 */
async function settleCapturing(
  context: Context,
  subject: HoldOfAppointment,
  personWaits: boolean,
): Promise<SettledHold> {
  const { id } = subject.hold
  const asking =
    (await takeCapturing(context, id)) ?? (personWaits ? await waitForOtherCapturing(context, id) : null)
  if (!asking) return readSettled(context, id)
  return settleAsked(context, asking, () => askForDecided(context, { ...subject, hold: asking }))
}

/** Records what the provider said of a hold, and asks it for what follows from that. */
export async function settleWith(context: Context, holdId: string, answer: HoldAnswer): Promise<SettledHold> {
  return settleKnown(context, await readHold(context, holdId), answer)
}

/** Records an answer that says something. The appointment's holds as they are then. */
async function recordTold(context: Context, known: KnownHold, answer: HoldAnswer): Promise<HoldAndState[]> {
  if (answer.kind === 'absent' || answer.kind === 'unknown')
    return readHoldsBeside(context.database.db, known.id)
  return recordHoldAnswer(context, known, answer)
}

async function settleKnown(context: Context, known: KnownHold, answer: HoldAnswer): Promise<SettledHold> {
  const holds = await recordTold(context, known, answer)
  if (answer.kind === 'declined' && answer.intentId !== null) await endRefused(context, answer.intentId)
  const leftovers = holds.filter(({ status }) => status === 'releasing' || status === 'refunding')
  await settleEach(context, leftovers)
  context.nudge('notifications.send-outbox')
  const settled = leftovers.length > 0 ? await readSettled(context, known.id) : settledAmong(holds, known.id)
  if (answer.kind !== 'requires_action' || settled.hold.status !== 'requires_action') return settled
  // The secret of a second payment for the same hold, which goes back, is nobody's.
  if (settled.hold.provider_intent_id !== answer.intentId) return settleHold(context, known.id)
  return { ...settled, clientSecret: answer.clientSecret }
}

/**
 * Asks the provider to end or give back what was decided for an appointment's holds. What it does not answer is asked again by
 * the job.
 */
export async function settleLeftovers(context: Context, appointmentId: string): Promise<void> {
  const leftovers = await context.database.db
    .selectFrom('holds')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', ['releasing', 'refunding'])
    .execute()
  await settleEach(context, leftovers)
}

/** Together: each may take its time at a provider that does not answer, and somebody may wait for all. */
async function settleEach(context: Context, leftovers: readonly { id: string }[]): Promise<void> {
  await Promise.all(
    leftovers.map(async ({ id }) => {
      const subject = await readSubject(context, id)
      await recordTold(context, subject.hold, await askForDecided(context, subject))
    }),
  )
}

/** Looks at the provider's state of a hold and records it, without asking for anything that was decided. */
export async function lookAtHold(context: Context, holdId: string): Promise<void> {
  const { hold, appointment } = await readSubject(context, holdId)
  await settleWith(context, holdId, await lookUpHold(context, hold, appointment.customer_id))
}
