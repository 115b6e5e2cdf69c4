import type { Job } from '../jobs/job.ts'
import { forgetMailCounts } from './limits/mail-counts.ts'
import { sendOutbox, type AttachSheets } from './send-outbox.ts'

export const notificationJobs = (attachSheets: AttachSheets): Job[] => [
  {
    name: 'notifications.send-outbox',
    run: async (context) => {
      await sendOutbox(context, attachSheets)
    },
  },
  { name: 'notifications.forget-mail-counts', run: forgetMailCounts },
]
