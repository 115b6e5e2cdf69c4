import type { Job } from '../jobs/job.ts'
import { deleteProviderCustomers, deleteProviderCustomerJob } from './delete-provider-customers.ts'

export const accountJobs: Job[] = [{ name: deleteProviderCustomerJob, run: deleteProviderCustomers }]
