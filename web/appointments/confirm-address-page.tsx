import { useState } from 'react'
import { Link2Off, MailCheck, MailOpen } from 'lucide-react'
import { call, CallError } from '../api/client.ts'
import { isLinkRefused } from '../api/link-refused.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { textStore } from '../ui/browser-store.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useFocusOnSwap } from '../ui/use-focus-on-swap.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { useUrlToken } from '../ui/use-url-token.ts'

const addressToken = textStore('address-token', (text) => text)

/** Behind the mailed link: takes the mails about an appointment at this address. Needs no sign-in. */
export function ConfirmAddressPage() {
  const token = useUrlToken(addressToken)
  if (token === undefined) return <PageLoading />
  return (
    <Page title="Confirm your email" width="regular">
      {token === null ? <LinkRefused /> : <Question key={token} token={token} />}
    </Page>
  )
}

/** A press, not the visit, confirms: mail programs open links by themselves. */
function Question({ token }: { token: string }) {
  const [state, setState] = useState<'asked' | 'confirmed' | 'refused'>('asked')
  const [problem, setProblem] = useState<string | null>(null)
  const holder = useFocusOnSwap<HTMLDivElement>(state)
  const { busy, run } = useSingleFlight()
  const confirm = () =>
    run(async () => {
      setProblem(null)
      try {
        await call('appointments.proveAddress', { body: { token } })
        setState('confirmed')
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (isLinkRefused(error)) setState('refused')
        else setProblem(error.message)
        return
      }
      addressToken.write(null)
    })
  return (
    <div ref={holder}>
      {state === 'confirmed' && <Confirmed />}
      {state === 'refused' && <LinkRefused />}
      {state === 'asked' && (
        <EmptyState icon={<MailOpen />} title="Get emails about the appointment at this address?">
          <p className="max-w-md text-muted">
            Confirmations, changes and receipts will come here from now on.
          </p>
          {problem !== null && <Alert tone="bad">{problem}</Alert>}
          <Button busy={busy} busyText="Confirming..." onClick={() => void confirm()}>
            Confirm my address
          </Button>
        </EmptyState>
      )}
    </div>
  )
}

/** The result takes the focus, so that it is read out. */
function Told({ children }: { children: string }) {
  return (
    <span tabIndex={-1} className="outline-none">
      {children}
    </span>
  )
}

function Confirmed() {
  return (
    <EmptyState icon={<MailCheck />} title={<Told>Your address is confirmed.</Told>}>
      <ButtonLink href={paths.appointments}>See my appointments</ButtonLink>
    </EmptyState>
  )
}

function LinkRefused() {
  return (
    <EmptyState icon={<Link2Off />} title={<Told>This link is no longer valid.</Told>}>
      <p className="max-w-md text-muted">
        To get a new link, enter the address again under Correct Contact in My Appointments.
      </p>
      <ButtonLink href={paths.appointments}>See my appointments</ButtonLink>
    </EmptyState>
  )
}
