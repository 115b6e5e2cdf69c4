import type { BoardJob } from '../../../contract/admin/board.ts'
import {
  paymentNoteWords,
  paymentWords,
  type PaymentLabel,
  type PaymentNote,
} from '../../../contract/payments/payment-words.ts'
import { isWorkOver, workStates } from '../../../contract/workshop/work-states.ts'
import { workStateWords } from '../../../contract/workshop/work-words.ts'
import { fitmentAwaited } from '../../admin/admin-words.ts'

/** The states of a job on the board. Each has its own look, so color means the state and nothing else. */
export const jobStates = ['claimed', ...workStates, 'attention', 'completed'] as const
export type JobState = (typeof jobStates)[number]

export const jobStateWords: Record<JobState, string> = {
  ...workStateWords,
  claimed: 'Being booked',
  attention: 'Needs attention',
  completed: 'Completed',
}

/** The reason of a job outside the opening hours. */
export const outsideHours = 'Outside hours'

type JobFacts = Pick<
  BoardJob,
  'paymentStatus' | 'holdState' | 'payment' | 'awaitsFitment' | 'hoursWaived' | 'workState'
>

/** What the board knows about the place of a job. */
export type PlaceFacts = {
  /** Whether it lies, even in part, outside the opening hours. */
  isOutside: boolean
  /** Whether its bay takes no more jobs. */
  isBayOut: boolean
}

/** The state of a job, and the reasons why it needs attention, the most pressing first. */
export function jobStateOf(job: JobFacts, place: PlaceFacts): { state: JobState; reasons: string[] } {
  const reasons = reasonsOf(job, place)
  if (reasons.length > 0) return { state: 'attention', reasons }
  if (job.workState !== 'booked') return { state: job.workState, reasons }
  // A shop that notes no work states still charges.
  if (job.paymentStatus === 'completed') return { state: 'completed', reasons }
  return { state: job.holdState === 'pending' ? 'claimed' : 'booked', reasons }
}

function reasonsOf(job: JobFacts, { isOutside, isBayOut }: PlaceFacts): string[] {
  const isOver = job.paymentStatus === 'completed' || isWorkOver(job.workState)
  return [
    // The missing answer would cancel the appointment, also with a good card.
    job.awaitsFitment && fitmentAwaited,
    moneyReason(job),
    isBayOut && !isOver && 'Bay out of use',
    isOutside && !isOver && !job.hoursWaived && outsideHours,
  ].filter((reason) => typeof reason === 'string')
}

const troubledNotes: readonly PaymentNote[] = ['hold_not_renewed', 'inquiry', 'disputed']
const troubledLabels: readonly PaymentLabel[] = ['card_unconfirmed', 'hold_failed', 'no_card']

/** The fact about a job's money that needs a person. */
function moneyReason({ payment: { label, note } }: JobFacts): string | null {
  if (note !== null && troubledNotes.includes(note)) return paymentNoteWords[note]
  return troubledLabels.includes(label) ? paymentWords[label] : null
}
