import { PageLoading } from '../layout/page-loading.tsx'
import { later } from '../ui/lazy-component.tsx'
import type { BookingDraft } from './booking-draft.ts'
import type { Place } from './booking-steps.ts'

// Each place but the first step has code of its own.
export const AppointmentsList = later(
  () => import('./appointments-list.tsx').then((module) => module.AppointmentsList),
  PageLoading,
)
export const PackageStep = later(
  () => import('./package-step.tsx').then((module) => module.PackageStep),
  PageLoading,
)
export const ScheduleStep = later(
  () => import('./schedule-step.tsx').then((module) => module.ScheduleStep),
  PageLoading,
)
/** With the card provider's library, which weighs as much as the rest of the flow. */
export const PaymentStep = later(
  () => import('./payment-step.tsx').then((module) => module.PaymentStep),
  PageLoading,
)
export const ConfirmationView = later(
  () => import('./confirmation-view.tsx').then((module) => module.ConfirmationView),
  PageLoading,
)

const placesNext: Partial<Record<Place, { fetch: () => Promise<unknown> }>> = {
  vehicle: PackageStep,
  package: ScheduleStep,
  schedule: PaymentStep,
  payment: ConfirmationView,
}

/** Whether somebody at a place is on their way to the one after it. */
export function isGoingOn(place: Place, { vehicle, time }: BookingDraft): boolean {
  if (place === 'vehicle') return vehicle.make !== ''
  if (place === 'schedule') return time !== null
  return true
}

/** Fetches the code of the place after this one, if it has one. */
export function fetchNextPlace(place: Place): void {
  void placesNext[place]?.fetch()
}

const stepsLater: Partial<Record<Place, { isFetched: () => boolean }>> = {
  package: PackageStep,
  schedule: ScheduleStep,
  payment: PaymentStep,
}

/** Whether a step after the first one can be drawn without waiting for its code. */
export function isStepFetched(place: Place): boolean {
  return stepsLater[place]?.isFetched() === true
}
