import type { SplitJobs } from './chargeable-jobs.ts'

const jobs = (count: number) => `${count} ${count === 1 ? 'job is' : 'jobs are'}`

/** Why jobs are left out of a charge of several, in sentences; none while all are in it. */
export function leftOutSentences({
  notArrived,
  notDone,
  notAgreed,
}: Pick<SplitJobs, 'notArrived' | 'notDone' | 'notAgreed'>): string[] {
  return [
    notArrived > 0 && `${jobs(notArrived)} left out: the car was never marked as arrived.`,
    notDone > 0 && `${jobs(notDone)} left out: the work isn’t recorded as done.`,
    notAgreed > 0 && `${jobs(notAgreed)} left out: the customer hasn’t agreed to the price.`,
  ].filter((sentence) => sentence !== false)
}
