import { useState } from 'react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link2Off, MailOpen } from 'lucide-react'
import { call } from '../api/client.ts'
import { isLinkRefused } from '../api/link-refused.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { textStore } from '../ui/browser-store.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { useUrlToken } from '../ui/use-url-token.ts'
import { LinkedVisit } from './linked-visit.tsx'
import { linkedKey } from './use-answer.ts'

const appointmentToken = textStore('appointment-token', (text) => text)

/** Behind the link of a reminder: confirms, moves or cancels one appointment. Needs no sign-in. */
export function AppointmentLinkPage() {
  const [queryClient] = useState(createQueryClient)
  const token = useUrlToken(appointmentToken)
  if (token === undefined) return <PageLoading />
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Your appointment" width="regular">
        {token === null ? <LinkMissing /> : <ByLink key={token} token={token} />}
      </Page>
    </QueryClientProvider>
  )
}

function ByLink({ token }: { token: string }) {
  const linked = useQuery({
    queryKey: linkedKey(token),
    queryFn: ({ signal }) => call('appointments.findLinked', { body: { token }, signal }),
  })
  if (isLinkRefused(linked.error)) return <LinkRefused />
  return (
    <QueryState query={linked} loading="Loading your appointment...">
      {(appointment) => <LinkedVisit token={token} appointment={appointment} />}
    </QueryState>
  )
}

function LinkRefused() {
  return (
    <EmptyState icon={<Link2Off />} title="This link is no longer valid.">
      <p role="alert" className="max-w-md text-muted">
        The appointment may be over, or the link is incomplete. Check My Appointments, or call the shop.
      </p>
      <ButtonLink href={paths.appointments}>Open My Appointments</ButtonLink>
    </EmptyState>
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
