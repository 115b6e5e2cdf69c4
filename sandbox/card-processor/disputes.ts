import { newId, randomText, requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { emitEvent } from './events.ts'
import type { EventSource } from './events.ts'
import { listPage } from './listing.ts'
import { invalidRequest, missingResource } from './processor-error.ts'
import type { ChargeRecord, DisputeRecord, DisputeStatus } from './records.ts'

export const DISPUTE_PARAMETERS = ['evidence', 'metadata', 'submit'] as const

/** Stripe's fee for a dispute in the United States, in cents. https://stripe.com/pricing */
const FEE = 1500
const DAY = 86_400
/** The bank gives 7 to 21 days for an answer. https://docs.stripe.com/disputes/how-disputes-work */
const ANSWER_DAYS = 14

const CLOSED: readonly DisputeStatus[] = ['won', 'lost', 'warning_closed']

/** The turns of a dispute that its bank, or the cardholder, makes. */
export const DISPUTE_TURNS = ['open', 'inquire', 'escalate', 'win', 'lose', 'end'] as const
export type DisputeTurn = (typeof DISPUTE_TURNS)[number]

/** The dispute of a charge that is not closed. */
export function openDisputeOf({ records }: EventSource, charge: string): DisputeRecord | undefined {
  return records.listBy('dispute', 'charge', charge).find(({ status }) => !CLOSED.includes(status))
}

/**
 * The cents of a charge that disputes keep from a refund: all of it while one is open, as on Stripe, and the
 * disputed part of a lost one. An inquiry may be refunded.
 */
export function chargedBackOf({ records }: EventSource, { id, amount }: ChargeRecord): number {
  const disputes = records.listBy('dispute', 'charge', id)
  const isOpen = disputes.some(({ status }) => !CLOSED.includes(status) && !status.startsWith('warning_'))
  if (isOpen) return amount
  return disputes.reduce((sum, dispute) => (dispute.status === 'lost' ? sum + dispute.amount : sum), 0)
}

/**
 * Makes one turn of the dispute of a captured charge. `amount` in cents opens a dispute of a part. Refuses a
 * turn that the state does not allow.
 */
export function turnDispute(
  source: EventSource,
  charge: ChargeRecord,
  turn: DisputeTurn,
  amount: number = charge.amount_captured,
): DisputeRecord {
  const open = openDisputeOf(source, charge.id)
  if (turn === 'open' || turn === 'inquire') {
    if (open) throw invalidRequest(`Charge ${charge.id} is disputed already.`)
    if (!charge.captured) throw invalidRequest(`Charge ${charge.id} has not been captured.`)
    if (!Number.isInteger(amount) || amount < 1 || amount > charge.amount_captured)
      throw invalidRequest('amount must be cents of the captured amount.')
    return openDispute(source, charge, { amount, isInquiry: turn === 'inquire' })
  }
  if (!open) throw invalidRequest(`Charge ${charge.id} has no open dispute.`)
  const isInquiry = open.status.startsWith('warning_')
  if (isInquiry !== (turn === 'escalate' || turn === 'end')) {
    throw invalidRequest(`A dispute that is ${open.status} cannot ${turn}.`)
  }
  switch (turn) {
    case 'escalate':
      return withdraw(source, { ...open, status: 'needs_response', is_charge_refundable: false }, 'updated')
    case 'end':
      return close(source, open, 'warning_closed')
    case 'win':
      return close(source, open, 'won')
    case 'lose':
      return close(source, open, 'lost')
  }
}

/** The fields of evidence before any is handed in (https://docs.stripe.com/api/disputes/evidence_object). */
const NO_EVIDENCE: DisputeRecord['evidence'] = {
  ...Object.fromEntries(
    [
      'access_activity_log',
      'billing_address',
      'cancellation_policy',
      'cancellation_policy_disclosure',
      'cancellation_rebuttal',
      'customer_communication',
      'customer_email_address',
      'customer_name',
      'customer_purchase_ip',
      'customer_signature',
      'duplicate_charge_documentation',
      'duplicate_charge_explanation',
      'duplicate_charge_id',
      'product_description',
      'receipt',
      'refund_policy',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
      'service_date',
      'service_documentation',
      'shipping_address',
      'shipping_carrier',
      'shipping_date',
      'shipping_documentation',
      'shipping_tracking_number',
      'uncategorized_file',
      'uncategorized_text',
    ].map((field) => [field, null]),
  ),
  enhanced_evidence: {},
}

function openDispute(
  source: EventSource,
  charge: ChargeRecord,
  { amount, isInquiry }: { amount: number; isInquiry: boolean },
): DisputeRecord {
  const dispute: DisputeRecord = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: source.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: source.now + ANSWER_DAYS * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details.card.brand,
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: charge.payment_method_details.card.brand,
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  source.records.put('charge', charge.id, { ...charge, disputed: true })
  return isInquiry ? put(source, dispute, 'created') : withdraw(source, dispute, 'created')
}

/** The bank takes the amount, and Stripe its fee. */
function withdraw(source: EventSource, dispute: DisputeRecord, news: 'created' | 'updated'): DisputeRecord {
  const taken = move(source, dispute, -dispute.amount, FEE)
  const withdrawn = { ...dispute, balance_transactions: [...dispute.balance_transactions, taken] }
  put(source, withdrawn, news)
  emitEvent(source, 'charge.dispute.funds_withdrawn', withdrawn)
  return withdrawn
}

function close(source: EventSource, dispute: DisputeRecord, status: DisputeStatus): DisputeRecord {
  const isWon = status === 'won'
  const closed: DisputeRecord = {
    ...dispute,
    status,
    is_charge_refundable: status !== 'lost',
    balance_transactions: [
      ...dispute.balance_transactions,
      ...(isWon ? [move(source, dispute, dispute.amount, 0)] : []),
    ],
  }
  put(source, closed, 'closed')
  if (isWon) emitEvent(source, 'charge.dispute.funds_reinstated', closed)
  return closed
}

/** A movement on the balance of the account. https://docs.stripe.com/api/balance_transactions/object */
function move(
  source: EventSource,
  dispute: DisputeRecord,
  amount: number,
  fee: number,
): DisputeRecord['balance_transactions'][number] {
  const feeDetails = [
    {
      amount: fee,
      application: null,
      currency: dispute.currency,
      description: 'Dispute fee',
      type: 'stripe_fee',
    },
  ]
  return {
    id: `txn_${randomText(24)}`,
    object: 'balance_transaction',
    amount,
    available_on: source.now,
    balance_type: 'payments',
    created: source.now,
    currency: dispute.currency,
    description:
      amount < 0
        ? `Chargeback withdrawal for ${dispute.charge}`
        : `Chargeback reversal for ${dispute.charge}`,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : feeDetails,
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  }
}

function put(
  source: EventSource,
  dispute: DisputeRecord,
  news: 'created' | 'updated' | 'closed',
): DisputeRecord {
  source.records.put('dispute', dispute.id, dispute)
  emitEvent(source, `charge.dispute.${news}`, dispute)
  return dispute
}

export function retrieveDispute(call: Call): DisputeRecord {
  requireSecretKey(call)
  const id = call.ids[0] ?? ''
  const dispute = call.records.get('dispute', id)
  if (!dispute) throw missingResource('dispute', id, 'id')
  return dispute
}

/**
 * Hands in evidence. As on Stripe, the text `winning_evidence` or `losing_evidence` decides a test dispute
 * (https://docs.stripe.com/testing#disputes); any other is under review.
 */
export function updateDispute(call: Call): DisputeRecord {
  const dispute = retrieveDispute(call)
  if (CLOSED.includes(dispute.status)) throw invalidRequest('This dispute is already closed')
  const text = call.parameters.nested('evidence')?.text('uncategorized_text')
  const isInquiry = dispute.status.startsWith('warning_')
  const isHandedIn = call.parameters.boolean('submit') !== false
  const answered: DisputeRecord = {
    ...dispute,
    metadata: call.parameters.metadata(dispute.metadata),
    evidence: { ...dispute.evidence, ...(text !== undefined && { uncategorized_text: text }) },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: dispute.evidence_details.submission_count + (isHandedIn ? 1 : 0),
      ...(isHandedIn && { submission_method: 'manual' as const }),
    },
    ...(isHandedIn && { status: isInquiry ? 'warning_under_review' : 'under_review' }),
  }
  put(call, answered, 'updated')
  if (!isHandedIn || isInquiry) return answered
  if (text === 'winning_evidence') return close(call, answered, 'won')
  return text === 'losing_evidence' ? close(call, answered, 'lost') : answered
}

/** Accepts a dispute, which is lost then. */
export function closeDispute(call: Call): DisputeRecord {
  const dispute = retrieveDispute(call)
  if (CLOSED.includes(dispute.status)) throw invalidRequest('This dispute is already closed')
  return close(call, dispute, 'lost')
}

export function listDisputes(call: Call): object {
  requireSecretKey(call)
  const intent = call.parameters.text('payment_intent')
  const charge = call.parameters.text('charge')
  const ofIntent = intent === undefined ? (['all', 'all'] as const) : (['payment_intent', intent] as const)
  return listPage(call, {
    kind: 'dispute',
    url: '/v1/disputes',
    from: charge === undefined ? [...ofIntent] : ['charge', charge],
    keep: (dispute) => intent === undefined || dispute.payment_intent === intent,
  })
}
