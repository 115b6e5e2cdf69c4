import type { JobOfDay } from '../../contract/admin/attention.ts'
import { hasWorkBegun } from '../../contract/workshop/work-states.ts'

/**
 * Of the jobs that are over: those whose card can be charged together, and those that a person has to look at
 * first, because the car was never marked as arrived, or the customer has not agreed to the total. Pure.
 */
export function splitChargeable(jobs: readonly JobOfDay[]): {
  chargeable: JobOfDay[]
  notArrived: number
  notAgreed: number
} {
  const withCard = jobs.filter(({ paymentStatus }) => paymentStatus === 'authorized')
  const arrived = withCard.filter(({ workState }) => hasWorkBegun(workState))
  const chargeable = arrived.filter(({ needsAgreement }) => !needsAgreement)
  return {
    chargeable,
    notArrived: withCard.length - arrived.length,
    notAgreed: arrived.length - chargeable.length,
  }
}

const jobs = (count: number) => `${count} ${count === 1 ? 'job is' : 'jobs are'}`

/** Why jobs are left out of a charge of several, in sentences; none while all are in it. */
export function leftOutSentences({
  notArrived,
  notAgreed,
}: {
  notArrived: number
  notAgreed: number
}): string[] {
  return [
    notArrived > 0 && `${jobs(notArrived)} left out: the car was never marked as arrived.`,
    notAgreed > 0 && `${jobs(notAgreed)} left out: the customer hasn’t agreed to the price.`,
  ].filter((sentence) => sentence !== false)
}
