import type { Job } from '../jobs/job.ts'
import { forgettingJob, forgetWhatIsOver } from './forget-what-is-over.ts'
import { answerPasswordResets, passwordResetJob } from './request-password-reset.ts'

export const identityJobs: Job[] = [
  { name: passwordResetJob, run: answerPasswordResets },
  { name: forgettingJob, run: forgetWhatIsOver },
]
