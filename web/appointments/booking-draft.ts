import type { AppointmentOrder } from '../../contract/booking/appointments.ts'
import type { LateFee } from '../../contract/payments/consent.ts'
import { findVehicleProblem, isVin } from '../../contract/catalog/vehicles.ts'
import { isDay } from '../../contract/time.ts'
import { fieldsOf, stringFieldsOf } from '../ui/checked-fields.ts'
import { checkFitment, emptyFitment, withoutVerdict, type FitmentDraft } from './fitment-draft.ts'

const vehicleParts = ['year', 'make', 'model', 'vin'] as const
export type VehicleDraft = Record<(typeof vehicleParts)[number], string>

const contactParts = ['name', 'email', 'phone'] as const
export type ContactDraft = Record<(typeof contactParts)[number], string>

/**
 * An order that was sent without a known outcome. The same idempotency key and body are sent again until
 * there is a reply, so that it books only once. `agreed`: the fee that the customer agreed to; null for none.
 */
export type OrderAttempt = { key: string; order: AppointmentOrder; agreed: LateFee | null }

const emptyVehicle: VehicleDraft = { year: '', make: '', model: '', vin: '' }

/** Increment when the shape below changes: drafts of another version are dropped. */
const draftVersion = 1

/**
 * The customer's selections and inputs so far. `owner` is the user's id; `day` and `time` are the shop's wall
 * time. No card details.
 */
export type BookingDraft = {
  version: typeof draftVersion
  owner: string
  vehicle: VehicleDraft
  fitment: FitmentDraft
  packageId: number | null
  shopId: number | null
  day: string | null
  time: string | null
  contact: ContactDraft | null
  /** The box for text messages. */
  agreesToTexts: boolean
  /** For the shop; empty without one. */
  note: string
  attempt: OrderAttempt | null
}

export function emptyDraft(owner: string): BookingDraft {
  return {
    version: draftVersion,
    owner,
    vehicle: emptyVehicle,
    fitment: emptyFitment,
    packageId: null,
    shopId: null,
    day: null,
    time: null,
    contact: null,
    agreesToTexts: false,
    note: '',
    attempt: null,
  }
}

const idOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? Number(value) : null)

const orderTexts = ['paymentMethodId', 'capture_method', 'name', 'email', 'phone', 'date'] as const

function agreedOf(value: unknown): LateFee | null {
  const { feeCents, freeHours } = fieldsOf(value)
  return typeof feeCents === 'number' && typeof freeHours === 'number' ? { feeCents, freeHours } : null
}

/** An attempt with every field that the payment step shows. The server validates the order. */
function attemptOf(value: unknown): OrderAttempt | null {
  const { key, order, agreed } = fieldsOf(value)
  const { amount, vehicleInfo } = fieldsOf(order)
  const isWhole =
    typeof key === 'string' &&
    typeof amount === 'number' &&
    stringFieldsOf(order, orderTexts) !== null &&
    stringFieldsOf(vehicleInfo, ['make', 'model']) !== null
  return isWhole ? { key, order: order as AppointmentOrder, agreed: agreedOf(agreed) } : null
}

/** Checks a stored draft; null for one that is broken or of another version. */
export function checkDraft(stored: unknown): BookingDraft | null {
  const fields = fieldsOf(stored)
  const { version, owner, day, time } = fields
  if (version !== draftVersion || typeof owner !== 'string') return null
  // An invalid part is dropped alone; the others stay.
  return {
    version: draftVersion,
    owner,
    vehicle: stringFieldsOf(fields['vehicle'], vehicleParts) ?? emptyVehicle,
    fitment: checkFitment(fields['fitment']),
    packageId: idOf(fields['packageId']),
    shopId: idOf(fields['shopId']),
    day: typeof day === 'string' && isDay(day) ? day : null,
    time: typeof time === 'string' && /^\d{1,2}:\d{2}$/.test(time) ? time : null,
    contact: stringFieldsOf(fields['contact'], contactParts),
    agreesToTexts: fields['agreesToTexts'] === true,
    note: typeof fields['note'] === 'string' ? fields['note'] : '',
    attempt: attemptOf(fields['attempt']),
  }
}

/**
 * Another vehicle, with what depends on it: another car drops the answers, and another VIN the verdict and
 * with it the package. A package chosen before any car has no verdict yet, and stays.
 */
export function withVehicle(
  { vehicle: before, fitment, packageId }: Pick<BookingDraft, 'vehicle' | 'fitment' | 'packageId'>,
  parts: Partial<VehicleDraft>,
): Pick<BookingDraft, 'vehicle' | 'fitment' | 'packageId'> {
  const vehicle = { ...before, ...parts }
  const packageLeft = fitment.verdict === null ? packageId : null
  const isOther = (['year', 'make', 'model'] as const).some((part) => vehicle[part] !== before[part])
  if (isOther) return { vehicle, fitment: emptyFitment, packageId: packageLeft }
  if (vehicle.vin === before.vin) return { vehicle, fitment, packageId }
  return { vehicle, fitment: withoutVerdict(fitment), packageId: packageLeft }
}

/** Whether year, make and model are selected and supported; `currentYear` is the shop's. Ignores the VIN. */
export function isVehicleChosen(vehicle: VehicleDraft, currentYear: number): boolean {
  return findVehicleProblem({ ...vehicle, year: Number(vehicle.year) }, currentYear) === null
}

/** Whether the VIN may be sent: empty or valid. */
export function isVinAcceptable(vin: string): boolean {
  return vin === '' || isVin(vin)
}

/** Whether the draft holds a selection worth resuming. */
export function isBegun(draft: BookingDraft): boolean {
  return draft.vehicle.model !== '' || draft.packageId !== null
}
