import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link2Off, LogIn, MailCheck, MailOpen, UserX } from 'lucide-react'
import { call, CallError } from '../api/client.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useUrlToken } from '../ui/use-url-token.ts'
import { proofReturnStore } from './return-url.ts'
import { verificationToken } from './verification-token.ts'
import { useLogout } from './logout.ts'
import { refreshSession, useSession } from './session.ts'

/**
 * Behind the mailed link: verifies the address of the signed-in user. Signed out, the token waits for the
 * sign-in.
 */
export function VerifyEmailPage() {
  const [queryClient] = useState(createQueryClient)
  const token = useUrlToken(verificationToken)
  if (token === undefined) return <PageLoading />
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Confirm your email" width="regular">
        {token === null ? <LinkMissing /> : <Proof key={token} token={token} />}
      </Page>
    </QueryClientProvider>
  )
}

function Proof({ token }: { token: string }) {
  const proof = useQuery({
    queryKey: ['email-proof', token],
    // A link works once, so its success is not requested again.
    refetchOnReconnect: ({ state }) => (state.data === undefined ? 'always' : false),
    queryFn: async () => {
      const reply = await call('identity.proveEmail', { body: { token } })
      await refreshSession()
      return reply
    },
  })
  const code = proof.error instanceof CallError ? proof.error.code : null
  const isOver =
    proof.data !== undefined ||
    code === 'auth/invalid-action-code' ||
    code === 'malformed' ||
    code === 'auth/user-mismatch'
  useEffect(() => {
    if (isOver) verificationToken.write(null)
  }, [isOver])

  if (proof.data) return <Proven />
  if (!proof.error)
    return (
      <div className="py-16 text-center text-muted">
        <Spinner label="Confirming your address..." />
      </div>
    )
  if (code === 'not_signed_in') return <SignInFirst />
  if (code === 'auth/user-mismatch') return <OtherAccount />
  if (isOver) return <LinkRefused />
  return (
    <ErrorState
      message={proof.error.message}
      retrying={proof.isFetching}
      onRetry={() => void proof.refetch()}
    />
  )
}

/** The result takes the focus, so that it is read out after the spinner. */
function Told({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

function Proven() {
  const session = useSession()
  const owner = session.state === 'signed-in' ? session.user.id : null
  // A payment that waited for this.
  const [waiting] = useState(() => (owner === null ? null : proofReturnStore(owner).read()))
  useEffect(() => {
    if (owner !== null) proofReturnStore(owner).write(null)
  }, [owner])
  return (
    <Told>
      <EmptyState icon={<MailCheck />} title="Your email address is confirmed.">
        <ButtonLink href={waiting ?? (owner === null ? paths.login : paths.scheduler)}>Continue</ButtonLink>
      </EmptyState>
    </Told>
  )
}

function SignInFirst() {
  return (
    <Told>
      <EmptyState icon={<LogIn />} title="Please sign in to confirm this address.">
        <p className="max-w-md text-muted">This confirms the account is really yours.</p>
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href={paths.login}>Sign in</ButtonLink>
          <ButtonLink href={paths.forgotPassword} variant="secondary">
            Forgot password?
          </ButtonLink>
        </div>
      </EmptyState>
    </Told>
  )
}

function OtherAccount() {
  const { leaving, leave } = useLogout(paths.login)
  return (
    <Told>
      <EmptyState
        icon={<UserX />}
        title="This link is for a different account than the one you’re signed in to."
      >
        <p className="max-w-md text-muted">
          Sign in with the email that got the link, then open the link again.
        </p>
        <Button busy={leaving} busyText="Logging out..." onClick={leave}>
          Sign in with the other account
        </Button>
      </EmptyState>
    </Told>
  )
}

function LinkRefused() {
  const session = useSession()
  return (
    <Told>
      <EmptyState icon={<Link2Off />} title="This link is no longer valid.">
        <p className="max-w-md text-muted">
          Links work for one day. You can get a new one from your account page.
        </p>
        <ButtonLink href={session.state === 'signed-in' ? `${paths.account}#email` : paths.login}>
          {session.state === 'signed-in' ? 'Open your account' : 'Sign in'}
        </ButtonLink>
      </EmptyState>
    </Told>
  )
}

function LinkMissing() {
  return (
    <EmptyState icon={<MailOpen />} title="Open this page with the link from our email.">
      <ButtonLink href={`${paths.account}#email`}>Open your account</ButtonLink>
    </EmptyState>
  )
}
