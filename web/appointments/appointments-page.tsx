import { useDeferredValue, useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import type { User } from '../../contract/identity/identity.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { useSession } from '../identity/session.ts'
import { goInstead } from './booking-history.ts'
import { isStepBefore, placeAllowed, placeOf, type Place } from './booking-steps.ts'
import { forgetConfirmation, readConfirmation } from './confirmation-store.ts'
import { useDraftSelector } from './draft-store.ts'
import {
  AppointmentsList,
  ConfirmationView,
  fetchNextPlace,
  isGoingOn,
  isStepFetched,
  PackageStep,
  PaymentStep,
  ScheduleStep,
} from './places.ts'
import { createQueryClient, useSettings } from './queries.ts'
import { VehicleStep } from './vehicle-step.tsx'

// A visit begins with the list or with the first step: the list is not fetched for who books.
if (placeOf(window.location.search) === 'list') void AppointmentsList.fetch()

/** My Appointments and the booking flow. The address says which step; the draft says how far one may go. */
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
  // Only customers book; others have the list alone.
  const place = useDraftSelector(user.id, (draft) =>
    isAllowed(user.role, 'ownAppointment.book') ? placeAllowed(asked, draft, confirmation !== null) : 'list',
  )
  const isOnTheWay = useDraftSelector(user.id, (draft) => isGoingOn(place, draft))
  // Who goes on sees the press taken at once, on the step that they leave, and the next one when it is drawn. Only forwards: a step
  // that is left backwards may have lost what it shows.
  const drawn = useDeferredValue(place)
  const shown = isStepFetched(place) && isStepBefore(drawn, place) ? drawn : place
  const [sentBack, setSentBack] = useState<{ step: Place; sentence: string } | null>(null)
  const notice = sentBack?.step === shown ? sentBack.sentence : null
  const forget = () => setSentBack(null)
  // Asked for again on each view; kept from one to the next, so that none has to wait for it.
  useSettings()

  useEffect(() => {
    if (place !== asked) goInstead(place)
    if (place !== 'confirmed') forgetConfirmation()
  }, [asked, place])

  // What was pressed is painted first.
  useEffect(() => {
    if (!isOnTheWay) return
    const timer = setTimeout(() => fetchNextPlace(place))
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
