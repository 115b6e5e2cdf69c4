import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { LandingPage } from './landing/landing-page.tsx'
import { Guard, PageLoading } from './layout/guard.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { paths } from './paths.ts'

const LoginPage = lazy(async () => ({ default: (await import('./identity/login-page.tsx')).LoginPage }))
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('./identity/forgot-password-page.tsx')).ForgotPasswordPage,
}))
const ResetPasswordPage = lazy(async () => ({
  default: (await import('./identity/reset-password-page.tsx')).ResetPasswordPage,
}))
const VerifyEmailPage = lazy(async () => ({
  default: (await import('./identity/verify-email-page.tsx')).VerifyEmailPage,
}))
const SocialReturnPage = lazy(async () => ({
  default: (await import('./identity/social-return-page.tsx')).SocialReturnPage,
}))
const AccountPage = lazy(async () => ({
  default: (await import('./account/account-page.tsx')).AccountPage,
}))
const AppointmentsPage = lazy(async () => ({
  default: (await import('./appointments/appointments-page.tsx')).AppointmentsPage,
}))
const ConfirmCardPage = lazy(async () => ({
  default: (await import('./appointments/confirm-card-page.tsx')).ConfirmCardPage,
}))
const AdminPage = lazy(async () => ({ default: (await import('./admin/admin-page.tsx')).AdminPage }))
const ShopRegistrationPage = lazy(async () => ({
  default: (await import('./shops/shop-registration-page.tsx')).ShopRegistrationPage,
}))
const ShowcasePage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./ui/showcase-page.tsx')).ShowcasePage }))
  : null

/** Every page of the product. Only the landing page comes with the first bundle. */
export function Routes() {
  return (
    <Suspense fallback={<PageLoading />}>
      <Switch>
        <Route path={paths.landing}>
          <LandingPage />
        </Route>
        <Route path={paths.login}>
          <Guard allow="signed-out">
            <LoginPage />
          </Guard>
        </Route>
        <Route path={paths.forgotPassword}>
          <ForgotPasswordPage />
        </Route>
        <Route path={paths.resetPassword}>
          <ResetPasswordPage />
        </Route>
        <Route path={paths.verifyEmail}>
          <VerifyEmailPage />
        </Route>
        <Route path={paths.socialSignIn}>
          <SocialReturnPage />
        </Route>
        <Route path={paths.account}>
          <Guard allow="signed-in">
            <AccountPage />
          </Guard>
        </Route>
        <Route path={paths.scheduler}>
          <Guard allow="customers">
            <AppointmentsPage />
          </Guard>
        </Route>
        <Route path={paths.appointments}>
          <Guard allow="signed-in">
            <AppointmentsPage />
          </Guard>
        </Route>
        <Route path={paths.confirmCard}>
          <ConfirmCardPage />
        </Route>
        <Route path={paths.admin}>
          <Guard allow="signed-in">
            <AdminPage />
          </Guard>
        </Route>
        <Route path={paths.shopRegistration}>
          <Guard allow="new-shops">
            <ShopRegistrationPage />
          </Guard>
        </Route>
        {ShowcasePage && (
          <Route path="/ui">
            <ShowcasePage />
          </Route>
        )}
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </Suspense>
  )
}
