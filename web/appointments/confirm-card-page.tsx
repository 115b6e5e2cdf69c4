import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link2Off, MailOpen } from 'lucide-react'
import type { CardRequest } from '../../contract/payments/card-confirmation.ts'
import { chargeableCentsOf } from '../../contract/payments/charge-words.ts'
import { formatCents } from '../../contract/money.ts'
import { call } from '../api/client.ts'
import { isLinkRefused } from '../api/link-refused.ts'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { textStore } from '../ui/browser-store.ts'
import { useUrlToken } from '../ui/use-url-token.ts'
import { AppointmentFacts } from './appointment-facts.tsx'
import { formatVehicle } from './appointment-words.ts'
import { CardHeld } from './card-held.tsx'
import { ConfirmCardForm } from './confirm-card-form.tsx'
import { LongWallTime } from './long-wall-time.tsx'
import { createQueryClient } from './queries.ts'

const cardToken = textStore('card-token', (text) => text)

/** Behind the mailed link: confirms the card of one appointment, or takes another. Needs no sign-in. */
export function ConfirmCardPage() {
  const [queryClient] = useState(createQueryClient)
  const token = useUrlToken(cardToken)
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Confirm your card" width="wide">
        {token === undefined && <Loading />}
        {token === null && <LinkMissing />}
        {typeof token === 'string' && <Request key={token} token={token} />}
      </Page>
    </QueryClientProvider>
  )
}

function Request({ token }: { token: string }) {
  const [confirmed, setConfirmed] = useState(false)
  const request = useQuery({
    queryKey: ['card-request', token],
    queryFn: ({ signal }) => call('appointments.findCardRequest', { body: { token }, signal }),
  })
  if (isLinkRefused(request.error)) return <LinkRefused />
  if (request.error && !request.data)
    return (
      <ErrorState
        message={request.error.message}
        retrying={request.isFetching}
        onRetry={() => void request.refetch()}
      />
    )
  if (!request.data) return <Loading />
  const done = async (isHeld: boolean) => {
    setConfirmed(isHeld)
    // For the hold's new end; without it the page omits the date.
    await request.refetch()
  }
  return (
    <Framed asked={request.data}>
      {confirmed || !request.data.needed ? (
        <CardHeld asked={request.data} isNews={confirmed} />
      ) : (
        <ConfirmCardForm token={token} asked={request.data} onDone={({ kind }) => done(kind === 'held')} />
      )}
    </Framed>
  )
}

/** The appointment on one side, the action on its card on the other. */
function Framed({ asked, children }: { asked: CardRequest; children: ReactNode }) {
  const { packageName, price, toPay, appointmentDate, shopName, shopLocation, vehicleInfo } = asked
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <Card>{children}</Card>
      <section
        aria-label="Appointment Summary"
        className="rounded-card border border-line bg-surface p-5 shadow-lift sm:p-7"
      >
        <h2 className="mb-4 text-lg font-semibold">Appointment Summary</h2>
        <AppointmentFacts
          facts={[
            { name: 'Package', value: packageName },
            { name: 'Date and time', value: <LongWallTime text={appointmentDate} /> },
            {
              name: 'Location',
              value: (
                <>
                  {shopName}
                  <span className="block text-sm font-normal text-muted">{shopLocation}</span>
                </>
              ),
            },
            { name: 'Vehicle', value: formatVehicle(vehicleInfo) },
          ]}
        />
        <p className="mt-6 flex items-baseline justify-between border-t border-line pt-5">
          <span className="text-muted">Charged after the work</span>
          <span className="text-2xl font-semibold tabular-nums">
            {formatCents(chargeableCentsOf({ priceCents: Math.round(price * 100), toPay }))}
          </span>
        </p>
      </section>
    </div>
  )
}

function Loading() {
  return (
    <div data-loading className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <output className="sr-only">Loading your appointment...</output>
      <Skeleton className="h-96" />
      <Skeleton className="h-80" />
    </div>
  )
}

function LinkRefused() {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} role="alert" tabIndex={-1}>
      <EmptyState icon={<Link2Off />} title="This link is no longer valid.">
        <p className="max-w-md text-muted">
          The appointment may be over or cancelled, or the link is incomplete. Check My Appointments.
        </p>
        <ButtonLink href={paths.appointments}>Open My Appointments</ButtonLink>
      </EmptyState>
    </div>
  )
}

function LinkMissing() {
  return (
    <EmptyState icon={<MailOpen />} title="Open this page with the link from our email.">
      <p className="max-w-md text-muted">
        The link tells us which appointment it’s for, so you don’t need to sign in.
      </p>
      <ButtonLink href={paths.appointments}>Open My Appointments</ButtonLink>
    </EmptyState>
  )
}
