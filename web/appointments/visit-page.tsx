import { useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { User } from '../../contract/identity/identity.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { visitReturnStore } from '../identity/return-url.ts'
import { useSession } from '../identity/session.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { paths } from '../paths.ts'
import { withVehicle } from './booking-draft.ts'
import { goInstead } from './booking-history.ts'
import { placeAllowed, placeOf } from './booking-steps.ts'
import { changeDraft, readDraft, useDraftSelector, visitor } from './draft-store.ts'
import { PackageStep, ScheduleStep } from './lazy-steps.ts'
import { createQueryClient } from './queries.ts'
import { VehicleStep } from './vehicle-step.tsx'
import { vehicleOfSearch } from './visit-vehicle.ts'

/** The steps of a booking that need no account: car, packages with their verdicts, and open times. */
export function VisitPage() {
  const [queryClient] = useState(createQueryClient)
  const session = useSession()
  if (session.state === 'loading') return <PageLoading />
  if (session.state === 'signed-in') return <SignedInVisit user={session.user} />
  return (
    <QueryClientProvider client={queryClient}>
      <VisitSteps />
    </QueryClientProvider>
  )
}

/** Stores the car of the address in the draft; whether there was one. */
function takeVehicle(owner: string, search: string): boolean {
  const vehicle = vehicleOfSearch(search)
  if (vehicle) changeDraft(owner, withVehicle(readDraft(owner), { ...vehicle, vin: '' }))
  return vehicle !== null
}

/** A customer with an account books right away. */
function SignedInVisit({ user }: { user: User }) {
  const search = useSearch()
  useEffect(() => {
    if (isAllowed(user.role, 'ownAppointment.book')) takeVehicle(user.id, search)
    navigate(paths.bookingStep('package'), { replace: true })
  }, [user, search])
  return <PageLoading />
}

function VisitSteps() {
  const search = useSearch()
  const asked = placeOf(search)
  const place = useDraftSelector(visitor, (draft) =>
    placeAllowed(asked === 'list' || asked === 'confirmed' ? 'vehicle' : asked, draft, false),
  )
  const isFromLanding = vehicleOfSearch(search) !== null
  useEffect(() => {
    if (takeVehicle(visitor, search)) return goInstead('package')
    if (place === 'payment') {
      visitReturnStore.write(paths.bookingStep('payment'))
      return navigate(paths.createAccount, { replace: true })
    }
    if (place !== asked) goInstead(place)
  }, [asked, place, search])

  if (isFromLanding || place === 'payment') return <PageLoading />
  if (place === 'package') return <PackageStep owner={visitor} notice={null} onChoice={() => undefined} />
  if (place === 'schedule') return <ScheduleStep owner={visitor} notice={null} onChoice={() => undefined} />
  return <VehicleStep owner={visitor} />
}
