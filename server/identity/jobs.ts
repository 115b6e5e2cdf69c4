import type { Job } from '../jobs/job.ts'
import { deleteExpiredJob, deleteExpired } from './delete-expired.ts'
import { answerCodeRequests, emailCodeJob } from './email-codes/answer-code-requests.ts'
import { answerPasswordResets, passwordResetJob } from './passwords/request-password-reset.ts'

export const identityJobs: Job[] = [
  { name: passwordResetJob, run: answerPasswordResets },
  { name: emailCodeJob, run: answerCodeRequests },
  { name: deleteExpiredJob, run: deleteExpired },
]
