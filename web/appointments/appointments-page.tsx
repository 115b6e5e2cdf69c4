import { useDeferredValue, useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import type { User } from '../../contract/identity/identity.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { useSession } from '../identity/session.ts'
import { goInstead } from './booking-history.ts'
import { isStepBefore, placeAllowed, placeOf, type Place } from './booking-steps.ts'
import { confirmationStore, readConfirmation } from './confirmation-store.ts'
import { useDraftSelector } from './draft-store.ts'
import {
  AppointmentsList,
  ConfirmationView,
  preloadNextStep,
  isReadyForNext,
  isStepLoaded,
  PackageStep,
  PaymentStep,
  ScheduleStep,
} from './lazy-steps.ts'
import { createQueryClient, useSettings } from './queries.ts'
import { VehicleStep } from './vehicle-step.tsx'

// A visit begins with the list or the first step, so a booking does not load the list.
if (placeOf(window.location.search) === 'list') void AppointmentsList.preload()

/**
 * My Appointments and the booking flow. The address names the step; the draft limits how far the user may go.
 */
export function AppointmentsPage() {
  const [queryClient] = useState(createQueryClient)
  const session = useSession()
  if (session.state !== 'signed-in') return null
  return (
    <QueryClientProvider client={queryClient}>
      <PlaceOnPage key={session.user.id} user={session.user} />
    </QueryClientProvider>
  )
}

function PlaceOnPage({ user }: { user: User }) {
  const asked = placeOf(useSearch())
  const confirmation = asked === 'confirmed' ? readConfirmation(user.id) : null
  // Only customers book; other roles have the list alone.
  const place = useDraftSelector(user.id, (draft) =>
    isAllowed(user.role, 'ownAppointment.book') ? placeAllowed(asked, draft, confirmation !== null) : 'list',
  )
  const isOnTheWay = useDraftSelector(user.id, (draft) => isReadyForNext(place, draft))
  // The press shows at once on the old step while the next one renders. Only forwards: a step left backwards
  // may have lost its data.
  const drawn = useDeferredValue(place)
  const shown = isStepLoaded(place) && isStepBefore(drawn, place) ? drawn : place
  const [sentBack, setSentBack] = useState<{ step: Place; sentence: string } | null>(null)
  const notice = sentBack?.step === shown ? sentBack.sentence : null
  const forget = () => setSentBack(null)
  // Refetched on each view and kept between views, so that no view waits for it.
  useSettings()

  useEffect(() => {
    if (place !== asked) goInstead(place)
    if (place !== 'confirmed') confirmationStore.write(null)
  }, [asked, place])

  // The press paints first.
  useEffect(() => {
    if (!isOnTheWay) return
    const timer = setTimeout(() => preloadNextStep(place))
    return () => clearTimeout(timer)
  }, [place, isOnTheWay])

  switch (shown) {
    case 'list':
      return <AppointmentsList user={user} />
    case 'vehicle':
      return <VehicleStep owner={user.id} />
    case 'package':
      return <PackageStep owner={user.id} notice={notice} onChoice={forget} />
    case 'schedule':
      return <ScheduleStep owner={user.id} notice={notice} onChoice={forget} />
    case 'payment':
      return <PaymentStep user={user} onSentBack={(step, sentence) => setSentBack({ step, sentence })} />
    case 'confirmed':
      return confirmation && <ConfirmationView booked={confirmation} />
  }
}
