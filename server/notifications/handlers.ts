import type { Handlers } from '../http/handlers.ts'
import { findCalendarFile } from './find-calendar-file.ts'

export const notificationHandlers = {
  'appointments.findCalendarFile': async ({ context, actor, params, setHeader }) => {
    const file = await findCalendarFile(context, actor, params.id)
    setHeader('content-disposition', 'attachment; filename="appointment.ics"')
    return file
  },
} satisfies Partial<Handlers>
