import type { JobOfDay } from '../../contract/admin/attention.ts'
import { hasWorkBegun, isWorkDone } from '../../contract/workshop/work-states.ts'

/** The jobs to charge together, and the numbers of those that are left out. */
export type SplitJobs = {
  chargeable: JobOfDay[]
  notArrived: number
  notDone: number
  notAgreed: number
}

/**
 * Of the jobs that are over: those whose card can be charged together, and those that a person has to look at
 * first, because the car was never marked as arrived, the work is not done, or the customer has not agreed to
 * the total. Pure.
 */
export function splitChargeable(jobs: readonly JobOfDay[]): SplitJobs {
  const withCard = jobs.filter(({ paymentStatus }) => paymentStatus === 'authorized')
  const arrived = withCard.filter(({ workState }) => hasWorkBegun(workState))
  const done = arrived.filter(({ workState }) => isWorkDone(workState))
  const chargeable = done.filter(({ needsAgreement }) => !needsAgreement)
  return {
    chargeable,
    notArrived: withCard.length - arrived.length,
    notDone: arrived.length - done.length,
    notAgreed: done.length - chargeable.length,
  }
}
