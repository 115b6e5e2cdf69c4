import type { Handlers } from '../http/handlers.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { capturePayment } from './capture-payment.ts'
import { listAppointments } from './queries.ts'

export const adminHandlers = {
  'admin.listAppointments': ({ context, actor }) => listAppointments(context, actor),
  'admin.capturePayment': async ({ context, actor, params }) => {
    const { chargedAnew } = await capturePayment(context, actor, params.id)
    return {
      id: params.id,
      paymentStatus: 'completed' as const,
      ...(chargedAnew ? { note: 'The hold had lapsed, so the card was charged anew.' } : {}),
    }
  },
  'admin.changeStatus': async ({ context, actor, params }) => {
    await cancelAppointment(context, actor, params.id)
    return { id: params.id, paymentStatus: 'cancelled' as const }
  },
} satisfies Partial<Handlers>
