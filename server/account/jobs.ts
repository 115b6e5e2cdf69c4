import type { Job } from '../jobs/job.ts'
import { leaveProvider, leaveProviderJob } from './delete-provider-customer.ts'

export const accountJobs: Job[] = [{ name: leaveProviderJob, run: leaveProvider }]
