import { useEffect, useRef, useState } from 'react'
import { Link2Off, MailOpen } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { call, CallError } from '../api/client.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { textStore } from '../ui/browser-store.ts'
import { toast } from '../ui/toast.ts'
import { useUrlToken } from '../ui/use-url-token.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { AuthLayout } from './auth-layout.tsx'
import { IdentityForm, useFieldErrors } from './identity-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { shortPasswordSentence, usePasswordPolicy } from './password-policy.ts'
import { refreshSession } from './session.ts'

const resetToken = textStore('password-reset', (text) => text)

/** Behind the mailed link: sets a new password, ends every session, and leads to the login screen. */
export function ResetPasswordPage() {
  const token = useUrlToken(resetToken)
  const [refusedToken, setRefusedToken] = useState<string | null>(null)
  if (token === undefined) return <PageLoading />
  return (
    <AuthLayout>
      <Page title="New password" width="narrow">
        {token === null && <LinkMissing />}
        {token !== null && token === refusedToken && <LinkRefused />}
        {token !== null && token !== refusedToken && (
          <Card>
            <NewPasswordForm key={token} token={token} onRefused={() => setRefusedToken(token)} />
          </Card>
        )}
      </Page>
    </AuthLayout>
  )
}

function NewPasswordForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [policy, readPolicyAgain] = usePasswordPolicy()
  const { form, errors, show, edited } = useFieldErrors(['password'])
  const { busy, run } = useSingleFlight()

  const fail = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/invalid-action-code' || error.code === 'malformed') {
      resetToken.write(null)
      onRefused()
      return
    }
    if (error.code === 'auth/password-does-not-meet-requirements') readPolicyAgain()
    if (error.field === 'password') show({ password: error.message })
    else setProblem(error.message)
    toast({ title: 'Error', description: error.message, variant: 'destructive' })
  }
  const save = async () => {
    setProblem(null)
    const wrong = password === '' ? 'Please enter a password' : shortPasswordSentence(password, policy)
    show(wrong === undefined ? {} : { password: wrong })
    if (wrong !== undefined) return
    try {
      await call('identity.resetPassword', { body: { token, password } })
    } catch (error) {
      fail(error)
      return
    }
    resetToken.write(null)
    toast({ title: 'Password changed', description: 'Sign in with your new password.' })
    // The reset has ended this browser's session too.
    await refreshSession()
    navigate(paths.login, { replace: true })
  }

  return (
    <>
      {problem && (
        <Alert tone="bad" className="mb-5">
          {problem}
        </Alert>
      )}
      <IdentityForm form={form} onSubmit={async () => run(save)}>
        <NewPasswordField
          label="New password"
          value={password}
          error={errors['password']}
          policy={policy}
          onChange={(typed) => {
            setPassword(typed)
            edited('password')
          }}
        />
        <p className="text-sm text-muted">You’ll be signed out on all devices and need to sign in again.</p>
        <Button type="submit" busy={busy}>
          Set new password
        </Button>
      </IdentityForm>
    </>
  )
}

function LinkRefused() {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className="outline-none">
      <EmptyState icon={<Link2Off />} title="This link is no longer valid.">
        <p className="max-w-md text-muted">Links work once, for one hour. Request a new one.</p>
        <ButtonLink href={paths.forgotPassword}>Get a new link</ButtonLink>
      </EmptyState>
    </div>
  )
}

function LinkMissing() {
  return (
    <EmptyState icon={<MailOpen />} title="Open this page with the link from our email.">
      <ButtonLink href={paths.forgotPassword}>Get a link</ButtonLink>
    </EmptyState>
  )
}
