import type { Journal, Reader } from '../journal.ts'
import type { HoldWindows, PaymentMethodRecord, ProcessorRecords } from './records.ts'
import { isRefusal, unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'
import { CARD_BEHAVIOURS } from './test-cards.ts'
import type { CardBehaviour } from './test-cards.ts'

const LONGEST_WINDOW = 90 * 86_400

export interface CardOrder {
  behaviour: CardBehaviour | undefined
  /** null resets the windows to those of the brands. */
  windows: HoldWindows | null | undefined
  customer: string | undefined
  paymentMethod: string | undefined
}

export interface CardSwitches {
  windowSeconds: HoldWindows | null
  /** Number of saved cards by behaviour. */
  saved: Record<string, number>
}

/** The lifetime of holds set by a switch, or null where the brands decide. */
export function currentWindows(records: Reader<ProcessorRecords>): HoldWindows | null {
  return records.get('cards', 'cards')?.windows ?? null
}

export function currentCards(records: Reader<ProcessorRecords>): CardSwitches {
  const saved: Record<string, number> = {}
  for (const method of records.list('payment_method')) {
    if (method.customer === null) continue
    saved[method.sandbox.behaviour] = (saved[method.sandbox.behaviour] ?? 0) + 1
  }
  return { windowSeconds: currentWindows(records), saved }
}

/**
 * Parses `{behaviour?, windowSeconds?, customer?, paymentMethod?}`; refuses anything else with a sentence.
 */
export function parseCardOrder(fields: Fields): CardOrder | string {
  const unknown = unknownField(fields, ['behaviour', 'windowSeconds', 'customer', 'paymentMethod'])
  if (unknown !== undefined) return unknown
  const { behaviour, windowSeconds, customer, paymentMethod } = fields
  if (behaviour === undefined && windowSeconds === undefined) return 'Give a behaviour or windowSeconds'
  const known = CARD_BEHAVIOURS.find((one) => one === behaviour)
  if (behaviour !== undefined && !known) return `behaviour must be one of ${CARD_BEHAVIOURS.join(', ')}`
  if (customer !== undefined && typeof customer !== 'string') return 'customer must be the id of a customer'
  if (paymentMethod !== undefined && typeof paymentMethod !== 'string') {
    return 'paymentMethod must be the id of a payment method'
  }
  const windows = windowSeconds === undefined ? undefined : parseWindows(windowSeconds)
  if (isRefusal(windows)) return windows
  return { behaviour: known, windows, customer, paymentMethod }
}

function parseWindows(given: unknown): HoldWindows | null | string {
  if (given === null) return null
  const sentence = `windowSeconds must be null or {onSession, offSession}, whole seconds from 1 to ${LONGEST_WINDOW}`
  if (typeof given !== 'object' || Object.keys(given).length === 0) return sentence
  const { onSession = null, offSession = null, ...more } = given as Record<string, unknown>
  if (Object.keys(more).length > 0 || !isWindow(onSession) || !isWindow(offSession)) return sentence
  return { onSession, offSession }
}

function isWindow(value: unknown): value is number | null {
  if (value === null) return true
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LONGEST_WINDOW
}

/**
 * Changes saved cards from now on and counts them; a sentence when there is no such card. Windows without a
 * card apply to every card, including those that are saved later.
 */
export function changeCards(journal: Journal<ProcessorRecords>, order: CardOrder): number | string {
  const { behaviour, windows, customer, paymentMethod } = order
  const everyCard = customer === undefined && paymentMethod === undefined
  const methods = cardsOf(journal, order)
  if (methods.length === 0 && !everyCard) return 'There is no such saved card'
  journal.transaction((records) => {
    if (everyCard && windows !== undefined) records.put('cards', 'cards', { windows })
    for (const method of methods) {
      const { windows: before, ...sandbox } = method.sandbox
      const own = windows === undefined ? before : everyCard ? undefined : (windows ?? undefined)
      records.put('payment_method', method.id, {
        ...method,
        sandbox: { ...sandbox, ...(behaviour && { behaviour }), ...(own && { windows: own }) },
      })
    }
  })
  return methods.length
}

function cardsOf(journal: Reader<ProcessorRecords>, order: CardOrder): PaymentMethodRecord[] {
  const { customer, paymentMethod } = order
  if (paymentMethod === undefined) {
    return customer === undefined
      ? journal.list('payment_method').filter((method) => method.customer !== null)
      : journal.listBy('payment_method', 'customer', customer)
  }
  const method = journal.get('payment_method', paymentMethod)
  return method && (customer === undefined || method.customer === customer) ? [method] : []
}
