import type { BoardJob } from '../../../contract/admin/board.ts'
import { formatVehicle } from '../../appointments/appointment-words.ts'
import { spanOf } from '../board-words.ts'
import { jobStateOf, jobStateWords, outsideHours, type PlaceFacts } from './job-state.ts'
import { moneyMarkOf } from './money-mark.ts'

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** A job in one sentence for screen readers. */
export function jobSentence(job: BoardJob, bayName: string, place: PlaceFacts): string {
  const { state, reasons } = jobStateOf(job, place)
  const others = reasons.filter((reason) => reason !== outsideHours)
  const stateWords = [jobStateWords[state], others.join(' and ')].filter(Boolean).join(': ')
  return [
    bayName,
    spanOf(job),
    job.customerName,
    formatVehicle(job.vehicleInfo),
    job.packageName,
    stateWords.toLowerCase(),
    lowerFirst(moneyMarkOf(job).words),
    ...(job.technicianName === null ? [] : [`technician ${job.technicianName}`]),
    ...(job.isConfirmed ? ['confirmed by the customer'] : []),
    ...(place.isOutside ? ['outside the opening hours'] : []),
  ].join(', ')
}
