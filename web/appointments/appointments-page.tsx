import { lazy, Suspense, useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import type { User } from '../../contract/identity/identity.ts'
import { useSession } from '../identity/session.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { AppointmentsList } from './appointments-list.tsx'
import { goInstead } from './booking-history.ts'
import { placeAllowed, placeOf, type Place } from './booking-steps.ts'
import { forgetConfirmation, readConfirmation } from './confirmation-store.ts'
import { ConfirmationView } from './confirmation-view.tsx'
import { useDraft } from './draft-store.ts'
import { PackageStep } from './package-step.tsx'
import { createQueryClient } from './queries.ts'
import { ScheduleStep } from './schedule-step.tsx'
import { VehicleStep } from './vehicle-step.tsx'

// The card provider's library weighs as much as the rest of the flow and is wanted on the last step only.
const PaymentStep = lazy(async () => ({ default: (await import('./payment-step.tsx')).PaymentStep }))

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
  const draft = useDraft(user.id)
  const confirmation = asked === 'confirmed' ? readConfirmation(user.id) : null
  // Only customers book; others have the list alone.
  const place = user.role === 'customer' ? placeAllowed(asked, draft, confirmation !== null) : 'list'
  const [sentBack, setSentBack] = useState<{ step: Place; sentence: string } | null>(null)
  const notice = sentBack?.step === place ? sentBack.sentence : null
  const forget = () => setSentBack(null)

  useEffect(() => {
    if (place !== asked) goInstead(place)
    if (place !== 'confirmed') forgetConfirmation()
  }, [asked, place])

  switch (place) {
    case 'list':
      return <AppointmentsList user={user} />
    case 'vehicle':
      return <VehicleStep owner={user.id} />
    case 'package':
      return <PackageStep owner={user.id} notice={notice} onChoice={forget} />
    case 'schedule':
      return <ScheduleStep owner={user.id} notice={notice} onChoice={forget} />
    case 'payment':
      return (
        <Suspense fallback={<PageLoading />}>
          <PaymentStep user={user} onSentBack={(step, sentence) => setSentBack({ step, sentence })} />
        </Suspense>
      )
    case 'confirmed':
      return confirmation && <ConfirmationView booked={confirmation} />
  }
}
