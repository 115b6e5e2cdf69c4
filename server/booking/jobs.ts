import { retentionDays } from '../../contract/retention.ts'
import type { Context } from '../context.ts'
import type { Job } from '../jobs/job.ts'
import { cancelUndecided, endOldRequests, offerChoice } from './fitment-reviews/settle-undecided.ts'
import { remindCustomers } from './remind-customers.ts'
import { forgetDayMails, queueDaySheets, queueDoneNotCharged } from './shop-days/queue-day-mails.ts'
import { mailEarlierTimes, mailEarlierTimesJob } from './waiting-list/mail-earlier-times.ts'
import { handleTextEventsJob } from '../texts/jobs.ts'
import { handleCustomersTexts } from './handle-texts.ts'
import { networkDays } from './lapsed-claims.ts'

const dayMs = 86_400_000

/** Deletes networks of claims and hit limits when they are too old to tell anything about abuse. */
async function forgetNetworks({ database: { db }, clock }: Context): Promise<void> {
  const before = (days: number) => new Date(clock.now() - days * dayMs)
  await db.deleteFrom('claim_networks').where('claimed_at', '<', before(networkDays)).execute()
  await db.deleteFrom('customer_limit_hits').where('last_at', '<', before(retentionDays.limitHits)).execute()
}

export const bookingJobs: Job[] = [
  { name: handleTextEventsJob, run: handleCustomersTexts },
  { name: 'booking.forget-networks', run: forgetNetworks },
  { name: 'booking.offer-fitment-choice', run: offerChoice },
  { name: 'booking.cancel-undecided', run: cancelUndecided },
  { name: 'booking.end-old-requests', run: endOldRequests },
  { name: 'booking.remind-customers', run: remindCustomers },
  { name: 'booking.mail-day-sheets', run: queueDaySheets },
  { name: 'booking.mail-done-not-charged', run: queueDoneNotCharged },
  { name: 'booking.forget-day-mails', run: forgetDayMails },
  { name: mailEarlierTimesJob, run: mailEarlierTimes },
]
