import type { Job } from '../jobs/job.ts'
import { leaveProvider, leaveProviderJob } from './leave-provider.ts'

export const accountJobs: Job[] = [{ name: leaveProviderJob, run: leaveProvider }]
