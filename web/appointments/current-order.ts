import { formatPhone } from '../../contract/booking/us-phone.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { withExtras } from '../fitment/fitment-words.ts'
import type { BookingDraft } from './booking-draft.ts'

/** The package with the extras of the car. */
function offeredOf(
  { fitment }: Pick<BookingDraft, 'fitment'>,
  offers: readonly InstallationPackage[],
  packageId: number | null,
): InstallationPackage | undefined {
  const offered = offers.find(({ id }) => id === packageId)
  return offered && withExtras(offered, fitment)
}

/** The current order: the one without a known outcome, or else the draft's. */
export function currentOrderOf({ attempt, ...draft }: BookingDraft, offers: readonly InstallationPackage[]) {
  if (attempt) {
    const { order } = attempt
    return {
      offered: offeredOf(draft, offers, Number(order.productId)),
      priceCents: Math.round(order.amount * 100),
      date: order.date,
      shopId: Number(order.shopId),
      vehicle: { ...order.vehicleInfo, year: Number(order.vehicleInfo.year) },
      agreed: attempt.agreed,
      contact: { name: order.name, email: order.email, phone: formatPhone(order.phone) },
    }
  }
  const offered = offeredOf(draft, offers, draft.packageId)
  return {
    offered,
    priceCents: offered?.priceCents ?? 0,
    date: `${draft.day} ${draft.time}`,
    shopId: draft.shopId,
    vehicle: { ...draft.vehicle, year: Number(draft.vehicle.year) },
    agreed: null,
    contact: draft.contact,
  }
}
