import * as z from 'zod/mini'
import { appointmentOrder, type AppointmentOrder } from '../../contract/booking/appointments.ts'
import type { Wallet } from '../../contract/payments/card-brand.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { formatTimeOfDay, parseTimeOfDay } from '../../contract/time.ts'
import type { BookingDraft, ContactDraft } from './booking-draft.ts'
import { offeredFitmentOf } from './fitment-draft.ts'

type PaidWith = {
  paymentMethodId: string
  shownWallets?: readonly Wallet[]
  /** The sentence about texts that the customer agreed to; null without a tick. */
  textConsent?: AppointmentOrder['textConsent'] | null
}

/**
 * The order of a finished draft, at the package's price in dollars, which includes the extras of the car;
 * null while a part is missing or invalid.
 */
export function buildOrder(
  draft: BookingDraft,
  contact: ContactDraft,
  offered: InstallationPackage,
  { paymentMethodId, shownWallets = [], textConsent = null }: PaidWith,
): AppointmentOrder | null {
  const { vehicle, shopId, day } = draft
  const fitment = offeredFitmentOf(draft.fitment)
  const minutes = draft.time === null ? null : parseTimeOfDay(draft.time)
  if (shopId === null || day === null || minutes === null) return null
  const made = z.safeParse(appointmentOrder, {
    paymentMethodId,
    amount: offered.price,
    capture_method: 'manual',
    ...contact,
    date: `${day} ${formatTimeOfDay(minutes)}`,
    vehicleInfo: {
      year: Number(vehicle.year),
      make: vehicle.make,
      model: vehicle.model,
      ...(vehicle.vin !== '' && { vin: vehicle.vin }),
    },
    productId: offered.id,
    shopId,
    ...(fitment && { fitment }),
    ...(textConsent && { textConsent }),
    ...(draft.note.trim() !== '' && { note: draft.note }),
    ...(shownWallets.length > 0 && { shownWallets }),
  })
  return made.success ? made.data : null
}
