import { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { answerOfFailure } from './intents.ts'

/** A dispute as the provider states it at an instant. Instants in epoch milliseconds. */
export const disputeSnapshot = z.object({
  id: z.string(),
  intentId: z.nullable(z.string()),
  chargeId: z.nullable(z.string()),
  status: z.string(),
  amountCents: z.int(),
  reason: z.string(),
  /** The deadline for an answer; null when the bank takes none. */
  dueAt: z.nullable(z.int()),
  openedAt: z.int(),
  statedAt: z.int(),
  transactions: z.array(z.object({ amountCents: z.int(), feeCents: z.int() })),
})
export type DisputeSnapshot = z.infer<typeof disputeSnapshot>

const seconds = z.int().check(z.gte(0), z.lte(8_640_000_000_000))
const reference = z.nullish(z.union([z.string(), z.object({ id: z.string() })]))

/**
 * The fields of a dispute that are read. Fields may be absent: an event has the shape of the API version of
 * its webhook. https://docs.stripe.com/api/disputes/object
 */
const providerDispute = z.object({
  id: z.string().check(z.minLength(1)),
  object: z.literal('dispute'),
  amount: z.int().check(z.gt(0)),
  status: z.string(),
  created: z.nullish(seconds),
  reason: z.nullish(z.string()),
  charge: reference,
  payment_intent: reference,
  evidence_details: z.nullish(z.object({ due_by: z.nullish(seconds) })),
  balance_transactions: z.nullish(z.array(z.object({ amount: z.int(), fee: z.nullish(z.int()) }))),
})

function idOf(value: z.infer<typeof reference>): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** Reads a dispute object of the provider; null when it is none. `statedAt` in epoch milliseconds. */
export function readDispute(object: unknown, statedAt: number): DisputeSnapshot | null {
  const read = providerDispute.safeParse(object)
  if (!read.success) return null
  const dispute = read.data
  // 0 where the bank takes no answer.
  const dueBy = dispute.evidence_details?.due_by ?? 0
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent),
    chargeId: idOf(dispute.charge),
    status: dispute.status,
    amountCents: dispute.amount,
    reason: dispute.reason ?? 'general',
    dueAt: dueBy > 0 ? dueBy * 1000 : null,
    openedAt: dispute.created ? dispute.created * 1000 : statedAt,
    statedAt,
    transactions: (dispute.balance_transactions ?? []).map(({ amount, fee }) => ({
      amountCents: amount,
      feeCents: fee ?? 0,
    })),
  }
}

/**
 * Finds a dispute as it is now; `unknown` without an answer. Null for a missing one, and, with a log line,
 * for one that cannot be read or that a restricted key may not read: a retry would not change that.
 */
export async function findDispute(context: Context, id: string): Promise<DisputeSnapshot | null | 'unknown'> {
  try {
    const found = readDispute(await context.stripe.disputes.retrieve(id), context.clock.now())
    if (found?.id === id) return found
    context.log.error({ disputeId: id }, 'a dispute of the card provider could not be read')
    return null
  } catch (error) {
    if (isMissing(error)) return null
    if (isForbidden(context, error, id)) return null
    if (answerOfFailure(context, error).kind === 'unknown') return 'unknown'
    throw error
  }
}

/**
 * Finds the payment intent of a charge: null for a missing charge, one without an intent, and one that a
 * restricted key may not read; `unknown` without an answer.
 */
export async function findIntentOfCharge(
  context: Context,
  chargeId: string,
): Promise<{ intentId: string | null } | 'unknown'> {
  try {
    const { payment_intent: intent } = await context.stripe.charges.retrieve(chargeId)
    return { intentId: idOf(intent) }
  } catch (error) {
    if (isMissing(error) || isForbidden(context, error, chargeId)) return { intentId: null }
    if (answerOfFailure(context, error).kind === 'unknown') return 'unknown'
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404
}

/** Whether the key lacks a right, which is logged. A key that is wrong altogether is an outage. */
function isForbidden({ log }: Context, error: unknown, id: string): boolean {
  if (!(error instanceof Stripe.errors.StripePermissionError)) return false
  log.error(
    { id },
    'the secret key may not read a disputed payment: it needs the right to read disputes and charges',
  )
  return true
}

const pageSize = 100

/**
 * Lists the provider's disputes, newest first, page by page, and passes the id of one that cannot be read to
 * `onUnreadable`. Throws when the provider does not answer.
 */
export async function* listDisputePages(
  { stripe }: Pick<Context, 'stripe'>,
  {
    statedAt,
    onUnreadable,
    ...filter
  }: Stripe.DisputeListParams & {
    statedAt: number
    onUnreadable: (id: string) => void
  },
): AsyncGenerator<DisputeSnapshot[]> {
  let after: string | undefined
  for (;;) {
    const page = await stripe.disputes.list({
      ...filter,
      limit: pageSize,
      ...(after === undefined ? {} : { starting_after: after }),
    })
    yield page.data.flatMap((dispute) => {
      const read = readDispute(dispute, statedAt)
      if (read === null) onUnreadable(dispute.id)
      return read ?? []
    })
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return
  }
}
