import * as z from 'zod/mini'
import { appointmentOrder } from '../../contract/appointments/appointments.ts'
import { findVehicleProblem, isVin } from '../../contract/catalog/vehicles.ts'
import { isDay } from '../../contract/time.ts'

const vehicleDraft = z.object({ year: z.string(), make: z.string(), model: z.string(), vin: z.string() })
export type VehicleDraft = z.infer<typeof vehicleDraft>

const contactDraft = z.object({ name: z.string(), email: z.string(), phone: z.string() })
export type ContactDraft = z.infer<typeof contactDraft>

/**
 * An order that was sent and of which nobody knows yet whether it was booked: the same key and the same body go out again
 * until the answer is there, so that it books once.
 */
const orderAttempt = z.object({ key: z.string(), order: appointmentOrder })
export type OrderAttempt = z.infer<typeof orderAttempt>

const emptyVehicle: VehicleDraft = { year: '', make: '', model: '', vin: '' }

/** Raise it when the shape below changes: drafts of another version are dropped. */
const draftVersion = 1

// A part that no longer fits is dropped alone; the rest of what was typed stays.
const bookingDraft = z.object({
  version: z.literal(draftVersion),
  owner: z.string(),
  vehicle: z.catch(vehicleDraft, emptyVehicle),
  packageId: z.catch(z.nullable(z.int()), null),
  shopId: z.catch(z.nullable(z.int()), null),
  day: z.catch(z.nullable(z.string().check(z.refine(isDay))), null),
  time: z.catch(z.nullable(z.string().check(z.regex(/^\d{1,2}:\d{2}$/))), null),
  contact: z.catch(z.nullable(contactDraft), null),
  attempt: z.catch(z.nullable(orderAttempt), null),
})

/** What a customer has chosen and typed so far. `owner` is the user's id; `day` and `time` are the shop's wall time. No card details. */
export type BookingDraft = z.infer<typeof bookingDraft>

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

/** Reads a stored draft; null for one that is missing, broken, of another version or of another user. */
export function findDraft(stored: string | null, owner: string): BookingDraft | null {
  if (stored === null) return null
  let json: unknown
  try {
    json = JSON.parse(stored)
  } catch {
    return null
  }
  const parsed = z.safeParse(bookingDraft, json)
  return parsed.success && parsed.data.owner === owner ? parsed.data : null
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
