/**
 * The phase of a dispute. `inquiry`: the bank asks, and no money has moved. `open`: the bank has withdrawn
 * the amount and decides. `won`: the amount is ours again. `lost`: it stays with the cardholder.
 * `prevented`: the provider returned the payment before a dispute. `ended`: an inquiry that became no
 * dispute.
 */
export const disputePhases = ['inquiry', 'open', 'won', 'lost', 'prevented', 'ended'] as const
export type DisputePhase = (typeof disputePhases)[number]

/** The provider's statuses of a decided dispute. Any other, also a new one, is open. */
export const closedStatuses = ['won', 'lost', 'warning_closed', 'prevented'] as const

/**
 * The phase of the card provider's status. An unknown status counts as open, which blocks refunds.
 * https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
export function disputePhaseOf(status: string): DisputePhase {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'inquiry'
    case 'warning_closed':
      return 'ended'
    case 'won':
    case 'lost':
    case 'prevented':
      return status
    default:
      return 'open'
  }
}

/** Whether the provider waits for an answer: evidence was not handed in yet. */
export function isAnswerAwaited(status: string): boolean {
  return !isClosed(disputePhaseOf(status)) && !status.endsWith('under_review')
}

/** The deadline to answer a dispute; null once it is answered, and when the bank takes no answer. */
export function answerByOf({
  status,
  due_at: dueAt,
}: {
  status: string
  due_at: Date | null
}): string | null {
  return isAnswerAwaited(status) ? (dueAt?.toISOString() ?? null) : null
}

/** Whether the bank has decided. */
export function isClosed(phase: DisputePhase): boolean {
  return phase !== 'inquiry' && phase !== 'open'
}

/** A dispute as the provider states it. `transactions`: its movements on our balance, negative when taken. */
export type DisputeMoney = {
  status: string
  amountCents: number
  transactions: readonly { amountCents: number; feeCents: number }[]
}

/**
 * The cents that a dispute has taken so far, less those it gave back, and the provider's fees for it. Where
 * the provider lists no movement yet, the status decides: a dispute takes its amount at once.
 */
export function disputeMoneyOf({ status, amountCents, transactions }: DisputeMoney): {
  takenCents: number
  feeCents: number
} {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)
  const amounts = transactions.map((transaction) => transaction.amountCents)
  const feeCents = sum(transactions.map((transaction) => transaction.feeCents))
  const phase = disputePhaseOf(status)
  const isTaken = amounts.some((cents) => cents < 0)
  const isReturned = amounts.some((cents) => cents > 0)
  if (phase === 'won' && !isReturned) return { takenCents: 0, feeCents }
  if (!isTaken && (phase === 'open' || phase === 'lost')) return { takenCents: amountCents, feeCents }
  return { takenCents: 0 - sum(amounts), feeCents }
}
