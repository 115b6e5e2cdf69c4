import { isVinAcceptable, type BookingDraft } from './booking-draft.ts'

export const bookingSteps = ['vehicle', 'package', 'schedule', 'payment'] as const
export type BookingStep = (typeof bookingSteps)[number]

/** The current view of the appointments screen. */
export type Place = 'list' | BookingStep | 'confirmed'

export const stepNames: Record<BookingStep, string> = {
  vehicle: 'Vehicle',
  package: 'Package',
  schedule: 'Schedule',
  payment: 'Payment',
}

/** Whether both are steps and the first comes before the second. */
export function isStepBefore(place: Place, other: Place): boolean {
  const indexOf = (wanted: Place) => bookingSteps.findIndex((step) => step === wanted)
  return indexOf(place) !== -1 && indexOf(place) < indexOf(other)
}

/** The place that `step` in the address names; the list when it is absent or unknown. */
export function placeOf(search: string): Place {
  const step = new URLSearchParams(search).get('step')
  return [...bookingSteps, 'confirmed' as const].find((known) => known === step) ?? 'list'
}

/** The first unfinished step. An order without a known outcome stays on the payment step. */
export function firstUnfinishedStep(draft: BookingDraft): BookingStep {
  const { vehicle } = draft
  if (draft.attempt) return 'payment'
  if (vehicle.year === '' || vehicle.make === '' || vehicle.model === '' || !isVinAcceptable(vehicle.vin))
    return 'vehicle'
  if (draft.packageId === null) return 'package'
  if (draft.shopId === null || draft.day === null || draft.time === null) return 'schedule'
  return 'payment'
}

/** The place that a request may open: not past the first unfinished step, and no missing confirmation. */
export function placeAllowed(asked: Place, draft: BookingDraft, hasConfirmation: boolean): Place {
  if (asked === 'list') return 'list'
  if (asked === 'confirmed') return hasConfirmation ? 'confirmed' : 'list'
  const unfinished = firstUnfinishedStep(draft)
  return bookingSteps.indexOf(asked) > bookingSteps.indexOf(unfinished) ? unfinished : asked
}
