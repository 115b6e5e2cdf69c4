import { useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { User } from '../../contract/identity/identity.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { useCountStep } from '../funnel/count-step.ts'
import { visitReturnStore } from '../identity/return-url.ts'
import { useSession } from '../identity/session.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { paths } from '../paths.ts'
import { withVehicle } from './booking-draft.ts'
import { goInstead } from './booking-history.ts'
import { placeAllowed, placeOf, type BookingStep } from './booking-steps.ts'
import { packageOfSearch, vehicleOfSearch } from './chosen-on-landing.ts'
import { changeDraft, readDraft, useDraftSelector, visitor } from './draft-store.ts'
import { PackageStep, ScheduleStep } from './lazy-steps.ts'
import { withoutVerdict } from './fitment-draft.ts'
import { createQueryClient } from './queries.ts'
import { VehicleStep } from './vehicle-step.tsx'

/** The steps of a booking that need no account: car, packages with their verdicts, and open times. */
export function VisitPage() {
  const [queryClient] = useState(createQueryClient)
  const session = useSession()
  // A car chosen before the application had loaded leaves the landing page uncounted.
  useCountStep(isFromLanding(useSearch()) ? 'landing' : null)
  if (session.state === 'loading') return <PageLoading />
  if (session.state === 'signed-in') return <SignedInVisit user={session.user} />
  return (
    <QueryClientProvider client={queryClient}>
      <VisitSteps />
    </QueryClientProvider>
  )
}

const isFromLanding = (search: string): boolean =>
  vehicleOfSearch(search) !== null || packageOfSearch(search) !== null

/** The step of an address of this page; the packages for one without a step. */
function visitStepOf(search: string): BookingStep {
  const place = placeOf(search)
  return place === 'list' || place === 'confirmed' ? 'package' : place
}

/** Stores the car and the package of the address in the draft. */
function takeChoices(owner: string, search: string): void {
  const vehicle = vehicleOfSearch(search)
  if (vehicle) changeDraft(owner, withVehicle(readDraft(owner), { ...vehicle, vin: '' }))
  const packageId = packageOfSearch(search)
  if (packageId === null) return
  const { fitment } = readDraft(owner)
  changeDraft(owner, { packageId, fitment: withoutVerdict(fitment) })
}

/** A customer with an account books right away. */
function SignedInVisit({ user }: { user: User }) {
  const search = useSearch()
  useEffect(() => {
    // An order without a known outcome comes first: only its draft can still learn it.
    const isWaiting = readDraft(user.id).attempt !== null
    if (!isWaiting && isAllowed(user.role, 'ownAppointment.book')) takeChoices(user.id, search)
    const asked = isFromLanding(search) ? 'package' : visitStepOf(search)
    const place = placeAllowed(isWaiting ? 'payment' : asked, readDraft(user.id), false)
    navigate(paths.bookingStep(place), { replace: true })
  }, [user, search])
  return <PageLoading />
}

function VisitSteps() {
  const search = useSearch()
  const asked = placeOf(search)
  const place = useDraftSelector(visitor, (draft) =>
    placeAllowed(asked === 'list' || asked === 'confirmed' ? 'vehicle' : asked, draft, false),
  )
  const isArriving = isFromLanding(search)
  useEffect(() => {
    if (isArriving) {
      takeChoices(visitor, search)
      return goInstead(placeAllowed('package', readDraft(visitor), false))
    }
    if (place === 'payment') {
      visitReturnStore.write(paths.bookingStep('payment'))
      return navigate(paths.emailSignIn, { replace: true })
    }
    if (place !== asked) goInstead(place)
  }, [asked, place, search, isArriving])

  if (isArriving || place === 'payment') return <PageLoading />
  if (place === 'package') return <PackageStep owner={visitor} notice={null} onChoice={() => undefined} />
  if (place === 'schedule') return <ScheduleStep owner={visitor} notice={null} onChoice={() => undefined} />
  return <VehicleStep owner={visitor} />
}
