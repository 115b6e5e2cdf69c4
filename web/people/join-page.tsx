import { useEffect, useState } from 'react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { roleWords } from '../../contract/identity/role-words.ts'
import type { Invitation } from '../../contract/shops/people.ts'
import { call, CallError } from '../api/client.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { useLogout } from '../identity/logout.ts'
import { visitReturnStore } from '../identity/return-url.ts'
import { refreshSession, useSession } from '../identity/session.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { useUrlToken } from '../ui/use-url-token.ts'
import { joinToken } from './join-token.ts'
import { NewMemberForm } from './new-member-form.tsx'

/** Behind the mailed invitation: accepts it with the own account, or makes one. */
export function JoinPage() {
  const [queryClient] = useState(createQueryClient)
  const token = useUrlToken(joinToken)
  const session = useSession()
  useEffect(() => {
    visitReturnStore.write(null)
  }, [])
  if (token === undefined || session.state === 'loading') return <PageLoading />
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Invitation" width="narrow">
        {token === null ? <Over /> : <ByLink key={token} token={token} />}
      </Page>
    </QueryClientProvider>
  )
}

function Over() {
  return (
    <EmptyState icon={<Link2Off />} title="This invitation is no longer valid. Ask the shop for a new one.">
      <ButtonLink href={paths.landing} variant="secondary">
        Home
      </ButtonLink>
    </EmptyState>
  )
}

function ByLink({ token }: { token: string }) {
  const session = useSession()
  const userId = session.state === 'signed-in' ? session.user.id : null
  const invitation = useQuery({
    queryKey: ['invitation', token, userId],
    queryFn: ({ signal }) => call('people.findInvitation', { body: { token }, signal }),
    retry: false,
  })
  if (invitation.error instanceof CallError && invitation.error.code === 'invitation_over') return <Over />
  return (
    <QueryState query={invitation} loading="Opening the invitation...">
      {(found) => (
        <Card className="grid gap-5">
          <div>
            <h2 className="text-2xl font-semibold wrap-anywhere">
              <bdi>{found.shopName}</bdi>
            </h2>
            <p className="mt-1 text-muted">
              <bdi>{found.invitedBy}</bdi> invited {found.email} as{' '}
              {roleWords[found.role].label.toLowerCase()}.
            </p>
            <p className="mt-3 text-ui">{roleWords[found.role].sentence}</p>
          </div>
          <Answer token={token} invitation={found} />
        </Card>
      )}
    </QueryState>
  )
}

async function enter(): Promise<void> {
  joinToken.write(null)
  await refreshSession()
  navigate(paths.today)
}

function Answer({ token, invitation }: { token: string; invitation: Invitation }) {
  const session = useSession()
  if (session.state === 'signed-in')
    return session.user.email === invitation.email ? (
      <AcceptAsYou token={token} invitation={invitation} />
    ) : (
      <OtherPerson email={invitation.email} present={session.user.email} />
    )
  if (invitation.hasAccount) return <SignInFirst email={invitation.email} />
  return <NewMemberForm token={token} email={invitation.email} onDone={enter} />
}

function AcceptAsYou({ token, invitation }: { token: string; invitation: Invitation }) {
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)
  const accept = async () => {
    setProblem(null)
    try {
      await call('people.acceptInvitation', { body: { token } })
      await enter()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  if (invitation.isAccepted)
    return (
      <div className="grid gap-4">
        <p>You already work here.</p>
        <ButtonLink href={paths.today}>Open the shop</ButtonLink>
      </div>
    )
  return (
    <div className="grid gap-4">
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <Button busy={busy} busyText="Joining..." onClick={() => void run(accept)}>
        Accept the invitation
      </Button>
    </div>
  )
}

/** The token waits in this tab, and the page shows again after the sign-in. */
function SignInFirst({ email }: { email: string }) {
  const signInFirst = () => {
    visitReturnStore.write(paths.join)
    navigate(paths.login, { state: { email } })
  }
  return (
    <div className="grid gap-4">
      <p>You already have an account. Sign in with {email} to accept.</p>
      <Button onClick={signInFirst}>Sign in</Button>
    </div>
  )
}

function OtherPerson({ email, present }: { email: string; present: string }) {
  const { leaving, leave } = useLogout(paths.join)
  return (
    <div className="grid gap-4">
      <Alert tone="warn" title="This invitation is for someone else.">
        You’re signed in as {present}. The invitation is for {email}.
      </Alert>
      <Button variant="secondary" busy={leaving} busyText="Logging out..." onClick={leave}>
        Logout
      </Button>
    </div>
  )
}
