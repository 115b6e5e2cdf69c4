import type { WorkState } from '../../contract/workshop/work-states.ts'

/** The record of a job that may be charged before its work is done; null once it is done. */
const records: Record<WorkState, string | null> = {
  booked: 'No work is recorded yet.',
  arrived: 'The car has arrived, and no work is recorded yet.',
  in_bay: 'The car is still in the bay: the work isn’t recorded as done.',
  // It cannot be charged.
  no_show: 'The customer didn’t come.',
  ready: null,
  handed_over: null,
}

/** Why a charge has to be asked for first; null when the work is done and it needs no question. Pure. */
export function unfinishedWords(state: WorkState): string | null {
  const record = records[state]
  return record === null ? null : `${record} The customer agreed to be charged once the work is done.`
}
