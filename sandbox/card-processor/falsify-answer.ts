import { stripSandbox } from './call.ts'
import type { Fault } from './faults.ts'
import type { Reader } from '../journal.ts'
import type { ProcessorRecords } from './records.ts'

type Wire = Record<string, unknown>

/**
 * Answers without meaning: a load balancer's page, a proxy's empty body, JSON without the requested object.
 */
const NONSENSE = ['<html><body>It works!</body></html>', '', 'null', '{}', '"OK"', '[]']

const STATUSES = ['requires_capture', 'requires_action', 'canceled', 'succeeded', 'processing'] as const

/**
 * Falsifies a true answer. An answer that is neither a payment nor a list of payments stays true, except with
 * `nonsense`.
 */
export function falsifyAnswer(
  records: Reader<ProcessorRecords>,
  body: string,
  { mode, roll }: Fault,
): string {
  if (mode === 'nonsense') return NONSENSE[Math.floor(roll * NONSENSE.length)] ?? ''
  if (mode === 'wrong_amount') return withPayments(body, otherAmount)
  if (mode === 'wrong_payment') return withPayments(body, (payment) => otherPayment(records, payment))
  if (mode !== 'wrong_status') return body
  return withPayments(body, (payment) => ({ ...payment, status: otherStatus(payment['status'], roll) }))
}

function withPayments(body: string, change: (payment: Wire) => Wire): string {
  const answer = JSON.parse(body) as Wire
  const changed = (item: Wire): Wire => (item['object'] === 'payment_intent' ? change(item) : item)
  const { data } = answer
  if (Array.isArray(data)) return JSON.stringify({ ...answer, data: data.map(changed) })
  return JSON.stringify(changed(answer))
}

/** Adds a dollar to every amount above zero, in the charge too. */
function otherAmount(payment: Wire): Wire {
  const raised = (thing: Wire, names: readonly string[]): Wire => ({
    ...thing,
    ...Object.fromEntries(
      names.filter((name) => Number(thing[name]) > 0).map((name) => [name, Number(thing[name]) + 100]),
    ),
  })
  const more = raised(payment, ['amount', 'amount_capturable', 'amount_received'])
  const charge = payment['latest_charge']
  if (typeof charge !== 'object' || charge === null) return more
  return { ...more, latest_charge: raised(charge as Wire, ['amount', 'amount_captured']) }
}

function otherStatus(status: unknown, roll: number): string {
  const others = STATUSES.filter((other) => other !== status)
  return others[Math.floor(roll * others.length)] ?? 'processing'
}

/** Imitates mixed-up answers: the newest other payment, or the same one when there is no other. */
function otherPayment(records: Reader<ProcessorRecords>, payment: Wire): Wire {
  const ids = records.idsBy('payment_intent', 'all', 'all')
  const id = ids.findLast((other) => other !== payment['id'])
  const other = id === undefined ? undefined : records.get('payment_intent', id)
  if (!other) return payment
  const charge = other.latest_charge === null ? undefined : records.get('charge', other.latest_charge)
  return { ...stripSandbox(other), ...(charge ? { latest_charge: stripSandbox(charge) } : {}) }
}
