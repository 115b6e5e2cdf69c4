import type { Job } from '../jobs/job.ts'
import { deleteProviderCustomer, deleteProviderCustomerJob } from './delete-provider-customer.ts'

export const accountJobs: Job[] = [{ name: deleteProviderCustomerJob, run: deleteProviderCustomer }]
