import type { Job } from '../jobs/job.ts'
import { sendTexts } from './send-texts.ts'

export const handleTextEventsJob = 'texts.handle-events'
export const sendTextsJob = 'texts.send'

export const textJobs: Job[] = [{ name: sendTextsJob, run: sendTexts }]
