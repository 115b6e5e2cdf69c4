import { listFreeSlots } from '../../contract/appointments/free-slots.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import { getPackage, listPackages } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/handlers.ts'
import { requireOwnAddress } from './access.ts'
import { bookAppointment } from './book-appointment.ts'
import { changePackage } from './change-package.ts'
import { isAppointmentId } from './own-appointment.ts'
import { getCustomerAppointment, listCustomerAppointments } from './queries.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'
import { getShopDay } from './shop-day.ts'

function listOwn(context: Context, actor: User) {
  return listCustomerAppointments(context.database.db, actor.id, context.clock.now())
}

/** What a job takes: of the package that is asked for, else of the appointment's, else of the shortest on offer. */
async function durationFor(context: Context, packageId: number | null): Promise<number> {
  const { db } = context.database
  if (packageId !== null) return (await getPackage(db, packageId)).durationMinutes
  return Math.min(...(await listPackages(db)).map((offered) => offered.durationMinutes))
}

/** The package of an appointment whose own hours count as free; an id of no appointment is `not_found`. */
async function getPackageOf(context: Context, appointmentId: string): Promise<number> {
  const row = isAppointmentId(appointmentId)
    ? await context.database.db
        .selectFrom('appointments')
        .select('package_id')
        .where('id', '=', appointmentId)
        .executeTakeFirst()
    : undefined
  return row?.package_id ?? refuse('not_found', { field: 'appointmentId' })
}

export const appointmentHandlers = {
  'appointments.listFreeSlots': async ({ context, query }) => {
    const { appointmentId } = query
    const packageId =
      query.productId !== undefined
        ? Number(query.productId)
        : appointmentId === undefined
          ? null
          : await getPackageOf(context, appointmentId)
    const [duration, shopDay] = await Promise.all([
      durationFor(context, packageId),
      getShopDay(context.database.db, {
        shopId: Number(query.shopId ?? builtInShopId),
        day: query.date,
        now: context.clock.now(),
        ...(appointmentId === undefined ? {} : { exceptAppointment: appointmentId }),
      }),
    ])
    return listFreeSlots(shopDay, duration)
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
