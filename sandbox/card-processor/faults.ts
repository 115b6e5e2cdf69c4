import type { Journal } from '../journal.ts'
import type { FaultMode, FaultPlan, ProcessorRecords } from './records.ts'

const FAULT_MODES: readonly FaultMode[] = [
  'none',
  'error_before',
  'error_after',
  'timeout',
  'drop_answer',
  'rate_limit',
  'slow',
]

const NO_FAULTS: FaultPlan = { mode: 'none', count: null, share: 1, delayMs: 0 }

export function currentFaults(journal: Journal<ProcessorRecords>): FaultPlan {
  return journal.get('faults', 'faults') ?? NO_FAULTS
}

/** Reads `{mode, count?, share?, delayMs?}`; anything else is refused with a sentence. */
export function parseFaultPlan(body: unknown): FaultPlan | string {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const { count = null, share = 1, delayMs = 1000 } = given
  const mode = FAULT_MODES.find((known) => known === given['mode'])
  if (!mode) return `mode must be one of ${FAULT_MODES.join(', ')}`
  if (count !== null && !(typeof count === 'number' && Number.isInteger(count) && count >= 0)) {
    return 'count must be a whole number of requests, 0 or more'
  }
  if (typeof share !== 'number' || share < 0 || share > 1) return 'share must be a number from 0 to 1'
  if (typeof delayMs !== 'number' || delayMs < 0 || delayMs > 60_000) return 'delayMs must be from 0 to 60000'
  return { mode, count, share, delayMs }
}

export function setFaults(journal: Journal<ProcessorRecords>, plan: FaultPlan): void {
  journal.transaction((records) => records.put('faults', 'faults', plan))
}

/** Decides what goes wrong with the next POST request, and counts it. */
export function takeFault(journal: Journal<ProcessorRecords>): FaultPlan {
  const plan = currentFaults(journal)
  if (plan.mode === 'none' || plan.count === 0 || Math.random() >= plan.share) return NO_FAULTS
  if (plan.count !== null) setFaults(journal, { ...plan, count: plan.count - 1 })
  return plan
}
