import type { Job } from '../jobs/job.ts'
import { answerPasswordResets, passwordResetJob } from './request-password-reset.ts'

export const identityJobs: Job[] = [{ name: passwordResetJob, run: answerPasswordResets }]
