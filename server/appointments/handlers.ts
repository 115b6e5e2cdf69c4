import { listFreeSlots } from '../../contract/appointments/free-slots.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/handlers.ts'
import { requireOwnAddress } from './access.ts'
import { bookAppointment } from './book-appointment.ts'
import { changePackage } from './change-package.ts'
import { getCustomerAppointment, listCustomerAppointments } from './queries.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'
import { readShopDay } from './shop-day-reader.ts'

function listOwn(context: Context, actor: User) {
  return listCustomerAppointments(context.database.db, actor.id, context.clock.now())
}

export const appointmentHandlers = {
  'appointments.listFreeSlots': async ({ context, query }) => {
    const { productId, appointmentId } = query
    const shopDay = await readShopDay(context, {
      shopId: Number(query.shopId ?? builtInShopId),
      day: query.date,
      now: context.clock.now(),
      ...(productId === undefined ? {} : { packageId: Number(productId) }),
      ...(appointmentId === undefined ? {} : { appointmentId }),
    })
    if (shopDay.durationMinutes === null) {
      return productId === undefined
        ? refuse('not_found', { field: 'appointmentId' })
        : refuse('package_unknown')
    }
    return listFreeSlots(shopDay, shopDay.durationMinutes)
  },
  'appointments.listForEmail': async ({ context, actor, params }) => {
    requireOwnAddress(actor, params.email)
    return listOwn(context, actor)
  },
  'appointments.listOwn': async ({ context, actor, headers }) => {
    const named = headers['x-user-email']
    if (named !== undefined) requireOwnAddress(actor, named)
    return listOwn(context, actor)
  },
  'appointments.book': ({ context, actor, headers, body }) =>
    bookAppointment(context, actor, body, headers['idempotency-key']),
  'appointments.change': async ({ context, actor, params, body }) => {
    if ('productId' in body) await changePackage(context, actor, params.id, Number(body.productId))
    else await rescheduleAppointment(context, actor, params.id, { day: body.date, time: body.time })
    return getCustomerAppointment(context.database.db, actor.id, params.id)
  },
} satisfies Partial<Handlers>
