import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { passwordResetRequest } from '../../contract/identity/identity.ts'
import { call, CallError } from '../api/client.ts'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { AuthLayout } from './auth-layout.tsx'
import { findFieldErrors } from './form-errors.ts'
import { EmailField, IdentityForm, useFieldErrors } from './identity-form.tsx'
import { prefilledEmail, type PrefilledEmail } from './prefilled-email.ts'

/** Requests a password reset mail. The page is the same with and without an account. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState(prefilledEmail)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  return (
    <AuthLayout>
      <Page
        title="Forgot password"
        width="narrow"
        lead={askedFor === null && 'We’ll email you a link to reset your password.'}
      >
        <Card>
          {askedFor === null ? (
            <AskForm email={email} onEmailChange={setEmail} onAsked={setAskedFor} />
          ) : (
            <Asked email={askedFor} onAgain={() => setAskedFor(null)} />
          )}
        </Card>
        <p className="mt-6">
          <Link
            href={paths.login}
            state={{ email } satisfies PrefilledEmail}
            className="inline-flex min-h-6 items-center font-medium text-link underline underline-offset-4 hover:no-underline"
          >
            Back to login
          </Link>
        </p>
      </Page>
    </AuthLayout>
  )
}

type AskFormProps = {
  email: string
  onEmailChange: (email: string) => void
  onAsked: (email: string) => void
}

function AskForm({ email, onEmailChange, onAsked }: AskFormProps) {
  const { form, errors, show, edited } = useFieldErrors(['email'])
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)

  const ask = async () => {
    setProblem(null)
    const found = findFieldErrors(passwordResetRequest, { email: email || undefined })
    show(found)
    if (Object.keys(found).length > 0) return
    try {
      await call('identity.requestPasswordReset', { body: { email } })
      onAsked(email.trim())
    } catch (error) {
      const sentence = error instanceof CallError ? error.message : 'We couldn’t send the email.'
      if (error instanceof CallError && error.field === 'email') show({ email: sentence })
      else setProblem(sentence)
      toast({ title: 'Error', description: sentence, variant: 'destructive' })
    }
  }

  return (
    <>
      {problem && (
        <Alert tone="bad" className="mb-5">
          {problem}
        </Alert>
      )}
      <IdentityForm form={form} onSubmit={async () => run(ask)}>
        <EmailField
          value={email}
          error={errors['email']}
          onChange={(typed) => {
            onEmailChange(typed)
            edited('email')
          }}
        />
        <Button type="submit" busy={busy}>
          Email me a link
        </Button>
      </IdentityForm>
    </>
  )
}

function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <div ref={notice} tabIndex={-1} className="outline-none">
        <Alert tone="good" title="Check your email">
          If there’s an account with this email, a link is on its way.
        </Alert>
      </div>
      <p className="text-muted">
        It goes to <strong className="font-medium text-ink">{email}</strong>. The link works for one hour. Not
        there after a few minutes? Check your spam folder.
      </p>
      <Button variant="secondary" onClick={onAgain}>
        Send again
      </Button>
    </div>
  )
}
