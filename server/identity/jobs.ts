import type { Job } from '../jobs/job.ts'
import { forgettingJob, forgetWhatIsOver } from './delete-expired.ts'
import { answerPasswordResets, passwordResetJob } from './passwords/request-password-reset.ts'

export const identityJobs: Job[] = [
  { name: passwordResetJob, run: answerPasswordResets },
  { name: forgettingJob, run: forgetWhatIsOver },
]
