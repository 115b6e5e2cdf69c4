import { Link } from 'wouter'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { RegistrationForm } from './registration-form.tsx'

/** Shop registration. The guard redirects signed-in users. */
export function ShopRegistrationPage() {
  return (
    <Page
      title="Auto Shop Registration"
      lead="Tell us where you are, when you’re open and how you get paid. We review every shop before customers can choose it."
    >
      <p className="-mt-3 mb-6 text-muted">
        Already registered?{' '}
        <Link
          href={paths.login}
          className="inline-flex min-h-6 items-center font-medium text-link underline underline-offset-4 hover:no-underline"
        >
          Login
        </Link>
      </p>
      <RegistrationForm />
    </Page>
  )
}
