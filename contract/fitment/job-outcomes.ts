/** The outcomes of a job, as its shop records them. */
export const jobOutcomes = ['fitted_as_sold', 'fitted_with_extra', 'did_not_fit', 'had_it_already'] as const
export type JobOutcome = (typeof jobOutcomes)[number]

export const jobOutcomeLabels: Record<JobOutcome, string> = {
  fitted_as_sold: 'Fitted as sold',
  fitted_with_extra: 'Fitted with extra work',
  did_not_fit: 'Didn’t fit',
  had_it_already: 'Had it already',
}

/** Jobs that agree with a rule before a higher confidence is proposed. */
export const agreeingJobs = { medium: 3, high: 10 } as const
/** Shops that have to agree before `high` is proposed. */
export const agreeingShops = 2
