import { useEffect, useId, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { useMainHeading } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Card } from '../ui/card.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { CreateAccountForm } from './create-account-form.tsx'
import { EmailSignInOption } from './email-sign-in-option.tsx'
import { LoginForm } from './login-form.tsx'
import { returnUrlStore, visitReturnStore } from './return-url.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { clearRefusal, refusedSentence } from './refused-sign-in.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { prefilledEmail, type PrefilledEmail } from './prefilled-email.ts'

/** The login screen and, at its second address, account creation. Inputs survive the switch. */
export function LoginPage() {
  const search = new URLSearchParams(useSearch())
  const creating = search.has('create')
  const wantsCode = search.has('second-factor')
  const [email, setEmail] = useState(prefilledEmail)
  const [error, setError] = useState(refusedSentence)
  useEffect(clearRefusal, [])
  const [isBooking] = useState(() => visitReturnStore.read() !== null)
  const [someoneWaits] = useState(() => returnUrlStore.read() !== null)
  const wasSignedOut = someoneWaits && !isBooking && !creating && !wantsCode
  const noticeId = useId()
  const title = wantsCode ? 'Enter your code' : creating ? 'Create account' : 'Login'
  const heading = useMainHeading(title)

  return (
    <AuthLayout>
      <div className="mx-auto w-full max-w-lg px-4 pt-8 pb-16 sm:px-6 sm:pt-12">
        <h1
          ref={heading}
          tabIndex={-1}
          // Read out with the heading, which takes the focus.
          aria-describedby={wasSignedOut || isBooking ? noticeId : undefined}
          className="text-3xl leading-tight font-semibold sm:text-[2.5rem]"
        >
          {title}
        </h1>
        {wasSignedOut && (
          <div id={noticeId} className="mt-5">
            <Alert>You were signed out. Please sign in again to go on.</Alert>
          </div>
        )}
        {isBooking && (
          <div id={noticeId} className="mt-5">
            <Alert>
              {wantsCode
                ? 'Everything you chose is saved.'
                : `Everything you chose is saved. ${creating ? 'Create an account' : 'Log in'} to go on.`}
            </Alert>
          </div>
        )}
        <p className="mt-2 mb-7 text-muted">
          {wantsCode ? '' : creating ? 'Already have an account? ' : 'New here? '}
          <Link
            href={creating || wantsCode ? paths.login : paths.createAccount}
            onClick={() => setError(null)}
            className="inline-flex min-h-6 items-center font-medium text-link underline underline-offset-4 hover:no-underline"
          >
            {wantsCode ? 'Back to login' : creating ? 'Login' : 'Create account'}
          </Link>
        </p>
        <Card>
          {error && (
            <Alert key={error} tone="bad" className="mb-5">
              {error}
            </Alert>
          )}
          {wantsCode && <SecondFactorForm onError={setError} />}
          {!wantsCode && creating && (
            <CreateAccountForm email={email} onEmailChange={setEmail} onError={setError} />
          )}
          {!wantsCode && !creating && (
            <>
              <LoginForm email={email} onEmailChange={setEmail} onError={setError} />
              <Link
                href={paths.forgotPassword}
                state={{ email } satisfies PrefilledEmail}
                className="mt-4 inline-flex min-h-6 items-center text-sm font-medium text-link underline underline-offset-4 hover:no-underline"
              >
                Forgot password?
              </Link>
            </>
          )}
          {!wantsCode && (
            <>
              <div className="my-6 flex items-center gap-4 text-sm text-muted">
                <span aria-hidden="true" className="h-px flex-1 bg-line" />
                Or continue with
                <span aria-hidden="true" className="h-px flex-1 bg-line" />
              </div>
              <div className="grid gap-3">
                <SocialButtons onError={setError} />
                <EmailSignInOption email={email} onEmailChange={setEmail} />
                {!creating && <PasskeyButton onError={setError} />}
              </div>
            </>
          )}
        </Card>
        <p className="mt-6 text-muted">
          Do you run an auto shop?{' '}
          <Link
            href={paths.shopRegistration}
            className="inline-flex min-h-6 items-center font-medium text-link underline underline-offset-4 hover:no-underline"
          >
            Register your shop
          </Link>
        </p>
      </div>
    </AuthLayout>
  )
}
