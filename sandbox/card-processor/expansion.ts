import type { Reader } from '../journal.ts'
import { stripSandbox } from './call.ts'
import { invalidRequest } from './processor-error.ts'
import type { ProcessorRecords, StripeObjectKind } from './records.ts'

const KIND_BY_PREFIX: Record<string, StripeObjectKind> = {
  ch: 'charge',
  cus: 'customer',
  du: 'dispute',
  evt: 'event',
  pi: 'payment_intent',
  pm: 'payment_method',
  re: 'refund',
  seti: 'setup_intent',
}

type Wire = Record<string, unknown>

/**
 * Replaces ids by their objects along each path of `expand[]` (`latest_charge.payment_method`,
 * `data.customer`).
 */
export function expandAnswer(records: Reader<ProcessorRecords>, answer: object, paths: string[]): Wire {
  let expanded: Wire = stripNested(answer)
  for (const path of paths) expanded = expandPath(records, expanded, path.split('.'), path)
  return expanded
}

function stripNested(answer: object): Wire {
  const wire = stripSandbox(answer)
  const { data } = wire
  return Array.isArray(data) ? { ...wire, data: data.map((item: object) => stripSandbox(item)) } : wire
}

function expandPath(records: Reader<ProcessorRecords>, holder: Wire, steps: string[], path: string): Wire {
  const [step, ...rest] = steps
  if (step === undefined) return holder
  const value =
    step === 'refunds' && holder['object'] === 'charge' ? refundsOf(records, holder) : holder[step]
  if (value === null) return holder
  if (Array.isArray(value)) {
    return { ...holder, [step]: value.map((item: Wire) => expandPath(records, item, rest, path)) }
  }
  const found = typeof value === 'string' ? findById(records, value) : value
  if (typeof found !== 'object') {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  return { ...holder, [step]: expandPath(records, stripSandbox(found), rest, path) }
}

function findById(records: Reader<ProcessorRecords>, id: string): object | undefined {
  const kind = KIND_BY_PREFIX[id.split('_', 1)[0] ?? '']
  return kind && records.get(kind, id)
}

function refundsOf(records: Reader<ProcessorRecords>, charge: Wire): object {
  const data = records.listBy('refund', 'charge', String(charge['id'])).toReversed()
  return { object: 'list', data, has_more: false, url: `/v1/charges/${String(charge['id'])}/refunds` }
}
