import type { JobOfDay } from '../../contract/admin/attention.ts'
import { hasWorkBegun } from '../../contract/workshop/work-states.ts'

/** The jobs to charge together, and the numbers of those that are left out. */
export type SplitJobs = { chargeable: JobOfDay[]; notArrived: number; notAgreed: number }

/**
 * Of the jobs that are over: those whose card can be charged together, and those that a person has to look at
 * first, because the car was never marked as arrived, or the customer has not agreed to the total. Pure.
 */
export function splitChargeable(jobs: readonly JobOfDay[]): SplitJobs {
  const withCard = jobs.filter(({ paymentStatus }) => paymentStatus === 'authorized')
  const arrived = withCard.filter(({ workState }) => hasWorkBegun(workState))
  const chargeable = arrived.filter(({ needsAgreement }) => !needsAgreement)
  return {
    chargeable,
    notArrived: withCard.length - arrived.length,
    notAgreed: arrived.length - chargeable.length,
  }
}
