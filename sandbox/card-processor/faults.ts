import type { Journal } from '../journal.ts'
import type { FaultMode, FaultPlan, ProcessorRecords } from './records.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'

/** The fault of one request, after `any` and `lie` were resolved to a concrete one. */
export interface Fault {
  mode: Exclude<FaultMode, 'any' | 'lie'>
  delayMs: number
  /** Random number from 0 (inclusive) to 1 (exclusive): selects the kind of lie. */
  roll: number
}

/** Choices of `any`: faults that leave the caller uncertain about the outcome. */
const UNCERTAIN = ['error_before', 'error_after', 'timeout', 'drop_answer', 'late'] as const

/** Choices of `lie`: the work is done, and the answer with status 200 is wrong. */
const LIES = ['wrong_amount', 'wrong_status', 'wrong_payment', 'nonsense', 'cut_off'] as const

export const FAULT_MODES: readonly FaultMode[] = [
  'none',
  ...UNCERTAIN,
  'any',
  'rate_limit',
  'slow',
  'drip',
  ...LIES,
  'lie',
]

const NO_FAULTS: FaultPlan = {
  mode: 'none',
  count: null,
  share: 1,
  delayMs: 0,
  reads: false,
  seed: null,
  drawn: 0,
}
const NO_FAULT: Fault = { mode: 'none', delayMs: 0, roll: 0 }

export function currentFaults(journal: Journal<ProcessorRecords>): FaultPlan {
  return { ...NO_FAULTS, ...journal.get('faults', 'faults') }
}

/** Parses `{mode, count?, share?, delayMs?, reads?, seed?}`; refuses anything else with a sentence. */
export function parseFaultPlan(fields: Fields): FaultPlan | string {
  const unknown = unknownField(fields, ['mode', 'count', 'share', 'delayMs', 'reads', 'seed'])
  if (unknown !== undefined) return unknown
  const { count = null, share = 1, delayMs = 1000, reads = false, seed = null } = fields
  const mode = FAULT_MODES.find((known) => known === fields['mode'])
  if (!mode) return `mode must be one of ${FAULT_MODES.join(', ')}`
  if (count !== null && !(typeof count === 'number' && Number.isInteger(count) && count >= 0)) {
    return 'count must be a whole number of requests, 0 or more'
  }
  if (typeof share !== 'number' || share < 0 || share > 1) return 'share must be a number from 0 to 1'
  if (typeof delayMs !== 'number' || delayMs < 0 || delayMs > 60_000) return 'delayMs must be from 0 to 60000'
  if (typeof reads !== 'boolean') return 'reads must be true or false'
  if (seed !== null && !(typeof seed === 'number' && Number.isSafeInteger(seed))) {
    return 'seed must be a whole number'
  }
  return { mode, count, share, delayMs, reads, seed, drawn: 0 }
}

export function setFaults(journal: Journal<ProcessorRecords>, plan: FaultPlan): void {
  journal.transaction((records) => records.put('faults', 'faults', plan))
}

/** Chooses the fault of the next request, and counts it. */
export function nextFault(journal: Journal<ProcessorRecords>, method: string): Fault {
  const plan = currentFaults(journal)
  const exposed = method === 'POST' || method === 'DELETE' || (method === 'GET' && plan.reads)
  if (!exposed || plan.mode === 'none' || plan.count === 0) return NO_FAULT
  const drawn = plan.drawn + 1
  const hit = draw(plan.seed, 2 * drawn) < plan.share
  const count = hit && plan.count !== null ? plan.count - 1 : plan.count
  if (plan.seed !== null || count !== plan.count) setFaults(journal, { ...plan, count, drawn })
  if (!hit) return NO_FAULT
  const choice = draw(plan.seed, 2 * drawn + 1)
  return { mode: chosenMode(plan.mode, choice), delayMs: plan.delayMs, roll: draw(plan.seed, -drawn) }
}

/** Maps a number from 0 (inclusive) to 1 (exclusive) to a fault. */
function chosenMode(mode: FaultMode, choice: number): Fault['mode'] {
  if (mode === 'any') return UNCERTAIN[Math.floor(choice * UNCERTAIN.length)] ?? 'error_before'
  return mode === 'lie' ? (LIES[Math.floor(choice * LIES.length)] ?? 'nonsense') : mode
}

/**
 * A random number from 0 (inclusive) to 1 (exclusive); with a seed the same at the same place (murmur3's
 * finalizer).
 */
function draw(seed: number | null, place: number): number {
  if (seed === null) return Math.random()
  let mixed = (seed ^ Math.imul(place, 0x9e3779b1)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
