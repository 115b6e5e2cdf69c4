import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { holdColumns } from '../../database/columns.ts'
import type { HoldPurpose } from '../../database/tables.ts'
import {
  answerOfIntent,
  isAnswerTo,
  isUnknownToProvider,
  type HoldAnswer,
} from '../../payments/provider/hold-answer.ts'
import {
  ensureProviderCustomer,
  forgetProviderCustomer,
  getPayer,
  type Payer,
} from '../../payments/provider/provider-customer.ts'
import { answerOfFailure, expand, lookUpHold, incrementAttempt } from './hold-commands.ts'
import { requestLeaseUntil, type HoldRow } from '../record-hold.ts'

/** A hold as its row says: there before the provider is called. */
export type RequestedHold = {
  id: string
  appointment_id: string
  amount_cents: number
  payment_method_id: string
  attempt: number
  purpose: HoldPurpose
}

const mostTries = 3
/** After this long no further try begins, so that whoever waits has an answer within 15 seconds. */
const patienceMs = 5_000
const pauseMs = 150

/**
 * Asks the card provider to hold the amount (to charge it at once for a `charge`) and finds out what became of it. No
 * transaction may be open. An unknown outcome is looked up, never guessed; only when the provider answered with its own
 * failure and is seen to hold nothing is it asked again. The key stays the same until nothing can come of it any more: a request that
 * was never answered may still be on its way, and under another key it would be a second hold. Only for whoever has the right to ask
 * (`acquireRequestLease`): two who raised the attempt beside each other would hold twice. `knownPayer` is who pays, if that was just read.
 */
export async function requestHold(
  context: Context,
  hold: RequestedHold,
  knownPayer?: Payer,
): Promise<HoldAnswer> {
  const begun = performance.now()
  let { attempt } = hold
  for (let tries = 1; ; tries += 1) {
    // Read anew for each further try: the one before may have found that the provider forgot its customer.
    const payer =
      tries === 1 && knownPayer ? knownPayer : await getPayer(context.database.db, hold.appointment_id)
    const answer = await placeHold(context, { ...hold, attempt }, payer)
    if (answer.kind !== 'unknown') return answer
    const found = await lookUpHold(context, { id: hold.id, provider_intent_id: null }, payer.userId)
    if (found.kind !== 'absent') return found
    if (answer.isKeySpent) {
      // The right to ask ran out, and someone else goes on with this hold.
      if (!(await incrementAttempt(context, { id: hold.id, attempt })))
        return { kind: 'unknown', answered: false }
      attempt += 1
    }
    const goesOn = answer.answered && tries < mostTries && performance.now() - begun < patienceMs
    if (!goesOn) return { kind: 'unknown', answered: false }
    await wait(pauseMs * (tries + 1))
  }
}

/** What the provider is told of who is there: the customer, who can be asked to confirm, or nobody. */
function presenceOf(purpose: HoldPurpose) {
  switch (purpose) {
    case 'booking':
    case 'package':
    case 'confirmation':
      // The hold lapses before most installations; the saved card lets a fresh one be placed.
      return { capture_method: 'manual', setup_future_usage: 'off_session' } as const
    case 'renewal':
      return { capture_method: 'manual', off_session: true } as const
    case 'charge':
      return { capture_method: 'automatic', off_session: true } as const
    case 'duplicate':
      throw new Error('a duplicate is never asked for')
  }
}

/** One call, keyed by the hold's row and attempt so that asking again is the same hold. */
async function placeHold(context: Context, hold: RequestedHold, payer: Payer): Promise<HoldAnswer> {
  let customer: string | undefined
  try {
    customer = await ensureProviderCustomer(context, payer)
    const intent = await context.stripe.paymentIntents.create(
      {
        amount: hold.amount_cents,
        currency: 'usd',
        customer,
        payment_method: hold.payment_method_id,
        allowed_payment_method_types: ['card'],
        confirm: true,
        ...presenceOf(hold.purpose),
        metadata: {
          hold_id: hold.id,
          appointment_id: hold.appointment_id,
          installation_id: payer.installationId,
        },
        expand,
      },
      { idempotencyKey: `hold-${hold.id}-${hold.attempt}` },
    )
    const isCharge = hold.purpose === 'charge'
    if (isAnswerTo({ id: hold.id, amount_cents: hold.amount_cents, isCharge }, intent))
      return answerOfIntent(intent)
    context.log.warn({ holdId: hold.id }, 'the card provider answered something else than was asked')
    return { kind: 'unknown', answered: false }
  } catch (error) {
    if (customer === undefined || !isUnknownToProvider(error, 'customer'))
      return answerOfFailure(context, error)
    await forgetProviderCustomer(context, customer)
    return { kind: 'unknown', answered: true }
  }
}

/**
 * Takes the right to ask the provider for a requested hold; null while somebody else has it, or once it is no longer asked for. The
 * hold as it is then: its attempt makes the key.
 */
export async function acquireRequestLease(context: Context, holdId: string): Promise<HoldRow | null> {
  const hold = await context.database.db
    .updateTable('holds')
    .set({ asked_until: requestLeaseUntil })
    .where('id', '=', holdId)
    .where('status', '=', 'requested')
    .where((where) =>
      where.or([where('asked_until', 'is', null), where('asked_until', '<=', sql<Date>`now()`)]),
    )
    .returning(holdColumns)
    .executeTakeFirst()
  return hold ?? null
}

/** Gives the right to ask back; nothing happens once it ran out and is somebody else's. */
export async function releaseRequestLease(
  context: Context,
  asking: Pick<HoldRow, 'id' | 'asked_until'>,
): Promise<void> {
  await context.database.db
    .updateTable('holds')
    .set({ asked_until: null })
    .where('id', '=', asking.id)
    .where('asked_until', '=', asking.asked_until)
    .execute()
}

/** A refusal that asking again does not change is asked about again only after this long. */
const restAfterRefusalSeconds = 3600

/** Lets a hold rest for an hour, because the provider refuses what was decided for it. */
export async function postponeHold(context: Context, holdId: string): Promise<void> {
  await context.database.db
    .updateTable('holds')
    .set({ asked_until: sql<Date>`now() + make_interval(secs => ${restAfterRefusalSeconds})` })
    .where('id', '=', holdId)
    .execute()
}

/** Whether somebody asks the provider for the hold at this moment. */
export async function isRequestLeased(context: Context, holdId: string): Promise<boolean> {
  const row = await context.database.db
    .selectFrom('holds')
    .select('id')
    .where('id', '=', holdId)
    .where('status', '=', 'requested')
    .where('asked_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}
