import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { CarFront, Mail } from 'lucide-react'
import { Link, useSearch } from 'wouter'
import { useCountStep } from '../funnel/count-step.ts'
import { PageBoundary } from '../layout/page-boundary.tsx'
import { useMainHeading } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { CreateAccountForm } from './create-account-form.tsx'
import { LoginForm } from './login-form.tsx'
import { returnUrlStore, visitReturnStore } from './return-url.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { clearRefusal, refusedSentence } from './refused-sign-in.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { prefilledEmail, type PrefilledEmail } from './prefilled-email.ts'

const ContinueWithEmail = lazyComponent(
  () => import('./continue-with-email.tsx').then((module) => module.ContinueWithEmail),
  () => <div className="min-h-48" />,
)
const VisitChoice = lazyComponent(
  () => import('../appointments/visit-choice.tsx').then((module) => module.VisitChoice),
  () => <div className="min-h-14" />,
)

/** The forms of the page, at /login, /login?create, /login?email and /login?second-factor. */
type Mode = 'password' | 'create' | 'email' | 'second-factor'

function modeOf(search: URLSearchParams): Mode {
  const named = (['create', 'email', 'second-factor'] as const).find((mode) => search.has(mode))
  return named ?? 'password'
}

const titles: Record<Mode, string> = {
  password: 'Login',
  create: 'Create account',
  email: 'Continue with email',
  'second-factor': 'Enter your code',
}

const reserveWords = {
  password: 'Sign in or continue with email to reserve it.',
  email: 'Sign in or continue with email to reserve it.',
  create: 'Create an account to reserve it.',
}

const link =
  'inline-flex min-h-6 items-center font-medium text-link underline underline-offset-4 hover:no-underline'

/** The login screen, with the other ways to sign in at addresses of their own. Inputs survive the switch. */
export function LoginPage() {
  const mode = modeOf(new URLSearchParams(useSearch()))
  const [email, setEmail] = useState(prefilledEmail)
  const [error, setError] = useState(() => ({ mode, sentence: refusedSentence(), isOfPassword: false }))
  // An error belongs to the form that caused it.
  const sentence = error.mode === mode ? error.sentence : null
  const showError = (told: string | null, isOfPassword = false) =>
    setError({ mode, sentence: told, isOfPassword })
  useEffect(clearRefusal, [])
  const [visitReturn] = useState(() => visitReturnStore.read())
  const isBooking = visitReturn?.startsWith(paths.scheduler) ?? false
  const isReserving = visitReturn === paths.bookingStep('payment')
  useCountStep(isReserving ? 'signIn' : null)
  const [someoneWaits] = useState(() => returnUrlStore.read() !== null)
  const wasSignedOut = someoneWaits && !isBooking && mode !== 'create' && mode !== 'second-factor'
  const noticeId = useId()
  const title = isReserving && mode === 'email' ? 'Reserve your time' : titles[mode]
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
            <Alert>Your session ended. Sign in to pick up where you left off.</Alert>
          </div>
        )}
        {isBooking && (
          <div id={noticeId} className="mt-4 grid gap-3">
            {/* The page works without it. */}
            <PageBoundary instead={null}>
              <VisitChoice />
            </PageBoundary>
            <p className="text-muted">
              {isReserving && mode !== 'second-factor'
                ? reserveWords[mode]
                : 'Everything you chose is saved.'}
            </p>
          </div>
        )}
        <OtherMode mode={mode} />
        {mode === 'password' && !isBooking && <CheckCarFirst />}
        <Card>
          {sentence !== null && (
            <Alert key={sentence} tone="bad" className="mb-5">
              {sentence}
            </Alert>
          )}
          {sentence !== null && error.isOfPassword && (
            <p className="mb-5 text-ui text-muted">
              No password yet?{' '}
              <Link href={paths.emailSignIn} replace className={link}>
                Continue with email
              </Link>
            </p>
          )}
          {mode === 'second-factor' && <SecondFactorForm onError={showError} />}
          {mode === 'create' && (
            <CreateAccountForm email={email} onEmailChange={setEmail} onError={showError} />
          )}
          {mode === 'email' && <ContinueWithEmail email={email} onEmailChange={setEmail} />}
          {mode === 'password' && (
            <>
              <LoginForm email={email} onEmailChange={setEmail} onError={(told) => showError(told, true)} />
              <Link
                href={paths.forgotPassword}
                state={{ email } satisfies PrefilledEmail}
                className={`mt-4 text-sm ${link}`}
              >
                Forgot password?
              </Link>
            </>
          )}
          {mode !== 'second-factor' && (
            <>
              <div className="my-6 flex items-center gap-4 text-sm text-muted">
                <span aria-hidden="true" className="h-px flex-1 bg-line" />
                Or continue with
                <span aria-hidden="true" className="h-px flex-1 bg-line" />
              </div>
              <div className="grid gap-3">
                <SocialButtons onError={showError} />
                {mode !== 'email' && (
                  <ButtonLink href={paths.emailSignIn} variant="secondary">
                    <Mail className="size-5" aria-hidden="true" />
                    Continue with email
                  </ButtonLink>
                )}
                {mode !== 'create' && <PasskeyButton onError={showError} />}
              </div>
            </>
          )}
        </Card>
        <p className="mt-6 text-muted">
          Do you run an auto shop?{' '}
          <Link href={paths.shopRegistration} className={link}>
            Register your shop
          </Link>
        </p>
      </div>
    </AuthLayout>
  )
}

const otherModes: Record<Mode, { question: string; href: string; name: ReactNode }> = {
  password: { question: 'New here? ', href: paths.createAccount, name: 'Create account' },
  create: { question: 'Already have an account? ', href: paths.login, name: 'Login' },
  email: { question: 'Have a password? ', href: paths.login, name: 'Login' },
  'second-factor': { question: '', href: paths.login, name: 'Back to login' },
}

function OtherMode({ mode }: { mode: Mode }) {
  const { question, href, name } = otherModes[mode]
  return (
    <p className="mt-2 mb-6 text-muted">
      {question}
      {/* The forms are one place of the history: Back leaves them all. */}
      <Link href={href} replace className={link}>
        {name}
      </Link>
    </p>
  )
}

/** For newcomers: 'Get Started' leads to this page, and the check of a car needs no account. */
function CheckCarFirst() {
  return (
    <Link
      href={paths.book}
      className="mb-6 flex min-h-12 items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 hover:border-ink"
    >
      <CarFront className="size-5 shrink-0 text-ember" aria-hidden="true" />
      <span className="text-ui text-muted">
        <span className="block font-medium text-link underline underline-offset-4">Check my car first</span>
        See what fits, prices and open times. No account needed.
      </span>
    </Link>
  )
}
