import type { AppointmentOrder } from '../../contract/booking/appointments.ts'
import { findVehicleProblem, isVin } from '../../contract/catalog/vehicles.ts'
import { isDay } from '../../contract/time.ts'
import { fieldsOf, parseKept, textsOf } from '../ui/kept-shape.ts'

const vehicleParts = ['year', 'make', 'model', 'vin'] as const
export type VehicleDraft = Record<(typeof vehicleParts)[number], string>

const contactParts = ['name', 'email', 'phone'] as const
export type ContactDraft = Record<(typeof contactParts)[number], string>

/**
 * An order that was sent and of which nobody knows yet whether it was booked: the same key and the same body go out again
 * until the answer is there, so that it books once.
 */
export type OrderAttempt = { key: string; order: AppointmentOrder }

const emptyVehicle: VehicleDraft = { year: '', make: '', model: '', vin: '' }

/** Raise it when the shape below changes: drafts of another version are dropped. */
const draftVersion = 1

/** What a customer has chosen and typed so far. `owner` is the user's id; `day` and `time` are the shop's wall time. No card details. */
export type BookingDraft = {
  version: typeof draftVersion
  owner: string
  vehicle: VehicleDraft
  packageId: number | null
  shopId: number | null
  day: string | null
  time: string | null
  contact: ContactDraft | null
  attempt: OrderAttempt | null
}

/** The draft of somebody who has not begun. */
export function emptyDraft(owner: string): BookingDraft {
  return {
    version: draftVersion,
    owner,
    vehicle: emptyVehicle,
    packageId: null,
    shopId: null,
    day: null,
    time: null,
    contact: null,
    attempt: null,
  }
}

const idOf = (kept: unknown): number | null => (Number.isSafeInteger(kept) ? Number(kept) : null)

const orderTexts = ['paymentMethodId', 'capture_method', 'name', 'email', 'phone', 'date'] as const

/** An attempt that has what the payment step shows of it. Whether its order is a right one the server says. */
function attemptOf(kept: unknown): OrderAttempt | null {
  const { key, order } = fieldsOf(kept)
  const { amount, vehicleInfo } = fieldsOf(order)
  const isWhole =
    typeof key === 'string' &&
    typeof amount === 'number' &&
    textsOf(order, orderTexts) !== null &&
    textsOf(vehicleInfo, ['make', 'model']) !== null
  return isWhole ? { key, order: order as AppointmentOrder } : null
}

/** Reads a stored draft; null for one that is missing, broken, of another version or of another user. */
export function findDraft(stored: string | null, owner: string): BookingDraft | null {
  if (stored === null) return null
  const kept = fieldsOf(parseKept(stored))
  if (kept['version'] !== draftVersion || kept['owner'] !== owner) return null
  const { day, time } = kept
  // A part that no longer fits is dropped alone; the rest of what was typed stays.
  return {
    version: draftVersion,
    owner,
    vehicle: textsOf(kept['vehicle'], vehicleParts) ?? emptyVehicle,
    packageId: idOf(kept['packageId']),
    shopId: idOf(kept['shopId']),
    day: typeof day === 'string' && isDay(day) ? day : null,
    time: typeof time === 'string' && /^\d{1,2}:\d{2}$/.test(time) ? time : null,
    contact: textsOf(kept['contact'], contactParts),
    attempt: attemptOf(kept['attempt']),
  }
}

/** Whether year, make and model are chosen and served; `currentYear` is the shop's. The VIN is not looked at. */
export function isVehicleChosen(vehicle: VehicleDraft, currentYear: number): boolean {
  return findVehicleProblem({ ...vehicle, year: Number(vehicle.year) }, currentYear) === null
}

/** Whether the VIN may be sent: none, or a right one. */
export function isVinAcceptable(vin: string): boolean {
  return vin === '' || isVin(vin)
}

/** Whether anything has been chosen that would be worth going on with. */
export function isBegun(draft: BookingDraft): boolean {
  return draft.vehicle.model !== '' || draft.packageId !== null
}
