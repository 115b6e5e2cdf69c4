import type { Job } from '../jobs/job.ts'
import { deleteOldCardAttempts } from './card-attempts.ts'

export const paymentJobs: Job[] = [{ name: 'payments.delete-card-attempts', run: deleteOldCardAttempts }]
