import type { Job } from '../jobs/job.ts'
import { handleTextEvents } from './handle-events.ts'
import { sendTexts } from './send-texts.ts'

export const handleTextEventsJob = 'texts.handle-events'
export const sendTextsJob = 'texts.send'

export const textJobs: Job[] = [
  { name: handleTextEventsJob, run: handleTextEvents },
  { name: sendTextsJob, run: sendTexts },
]
