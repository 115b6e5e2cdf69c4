import { PageLoading } from '../layout/page-loading.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { BookingDraft } from './booking-draft.ts'
import type { Place } from './booking-steps.ts'

// Every place except the first step is a chunk of its own.
export const AppointmentsList = lazyComponent(
  () => import('./appointments-list.tsx').then((module) => module.AppointmentsList),
  PageLoading,
)
export const PackageStep = lazyComponent(
  () => import('./package-step.tsx').then((module) => module.PackageStep),
  PageLoading,
)
export const ScheduleStep = lazyComponent(
  () => import('./schedule-step.tsx').then((module) => module.ScheduleStep),
  PageLoading,
)
/** Contains the card provider's library, which weighs as much as the rest of the flow. */
export const PaymentStep = lazyComponent(
  () => import('./payment-step.tsx').then((module) => module.PaymentStep),
  PageLoading,
)
export const ConfirmationView = lazyComponent(
  () => import('./confirmation-view.tsx').then((module) => module.ConfirmationView),
  PageLoading,
)

const nextSteps: Partial<Record<Place, { preload: () => Promise<unknown> }>> = {
  vehicle: PackageStep,
  package: ScheduleStep,
  schedule: PaymentStep,
  payment: ConfirmationView,
}

/** Whether the user will likely open the next place. */
export function isReadyForNext(place: Place, { vehicle, time }: BookingDraft): boolean {
  if (place === 'vehicle') return vehicle.make !== ''
  if (place === 'schedule') return time !== null
  return true
}

export function preloadNextStep(place: Place): void {
  void nextSteps[place]?.preload()
}

const lazySteps: Partial<Record<Place, { isLoaded: () => boolean }>> = {
  package: PackageStep,
  schedule: ScheduleStep,
  payment: PaymentStep,
}

/** Whether a step after the first can render without loading its chunk. */
export function isStepLoaded(place: Place): boolean {
  return lazySteps[place]?.isLoaded() === true
}
