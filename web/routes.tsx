import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Guard as GuardComponent } from './layout/guard.tsx'
import { PageLoading } from './layout/page-loading.tsx'
import { paths } from './paths.ts'
import { lazyComponent, type LazyComponent } from './ui/lazy-component.tsx'

type PageOf = {
  Page: LazyComponent<object>
  allow?: ComponentProps<typeof GuardComponent>['allow']
}

/** Outside the first bundle, because the landing page needs no guard. */
const Guard = lazyComponent(() => import('./layout/guard.tsx').then((m) => m.Guard), PageLoading)

/** A page in a chunk of its own, loaded when it renders or is preloaded. */
function fetched(load: () => Promise<ComponentType>): PageOf {
  return { Page: lazyComponent(load, PageLoading) }
}

const appointments = fetched(() =>
  import('./appointments/appointments-page.tsx').then((m) => m.AppointmentsPage),
)
const notFound = fetched(() => import('./layout/not-found-page.tsx').then((m) => m.NotFoundPage))

const pages: Partial<Record<string, PageOf>> = {
  [paths.landing]: fetched(() => import('./landing/landing-page.tsx').then((m) => m.LandingPage)),
  [paths.login]: {
    ...fetched(() => import('./identity/login-page.tsx').then((m) => m.LoginPage)),
    allow: 'signed-out',
  },
  [paths.forgotPassword]: fetched(() =>
    import('./identity/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
  ),
  [paths.resetPassword]: fetched(() =>
    import('./identity/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
  ),
  [paths.verifyEmail]: fetched(() =>
    import('./identity/verify-email-page.tsx').then((m) => m.VerifyEmailPage),
  ),
  [paths.socialSignIn]: fetched(() =>
    import('./identity/social-return-page.tsx').then((m) => m.SocialReturnPage),
  ),
  [paths.account]: {
    ...fetched(() => import('./account/account-page.tsx').then((m) => m.AccountPage)),
    allow: 'signed-in',
  },
  [paths.book]: fetched(() => import('./appointments/visit-page.tsx').then((m) => m.VisitPage)),
  [paths.picturePage]: fetched(() => import('./appointments/picture-page.tsx').then((m) => m.PicturePage)),
  [paths.scheduler]: { ...appointments, allow: 'customers' },
  [paths.appointments]: { ...appointments, allow: 'signed-in' },
  [paths.confirmCard]: fetched(() =>
    import('./appointments/confirm-card-page.tsx').then((m) => m.ConfirmCardPage),
  ),
  [paths.confirmAddress]: fetched(() =>
    import('./appointments/confirm-address-page.tsx').then((m) => m.ConfirmAddressPage),
  ),
  [paths.appointmentLink]: fetched(() =>
    import('./reminder-links/appointment-link-page.tsx').then((m) => m.AppointmentLinkPage),
  ),
  [paths.price]: fetched(() => import('./price/price-page.tsx').then((m) => m.PricePage)),
  [paths.signOff]: fetched(() => import('./workshop/sign-off/sign-off-page.tsx').then((m) => m.SignOffPage)),
  [paths.fitmentPhoto]: fetched(() => import('./fitment/photo-page.tsx').then((m) => m.PhotoPage)),
  [paths.admin]: {
    ...fetched(() => import('./admin/admin-page.tsx').then((m) => m.AdminPage)),
    allow: 'signed-in',
  },
  [paths.work]: {
    ...fetched(() => import('./workshop/work-page.tsx').then((m) => m.WorkPage)),
    allow: 'signed-in',
  },
  [paths.join]: fetched(() => import('./people/join-page.tsx').then((m) => m.JoinPage)),
  [paths.shopRegistration]: {
    ...fetched(() => import('./shops/shop-registration-page.tsx').then((m) => m.ShopRegistrationPage)),
    allow: 'new-shops',
  },
  [paths.privacy]: fetched(() => import('./legal/privacy-page.tsx').then((m) => m.PrivacyPage)),
  [paths.terms]: fetched(() => import('./legal/terms-page.tsx').then((m) => m.TermsPage)),
  [paths.refunds]: fetched(() => import('./legal/refunds-page.tsx').then((m) => m.RefundsPage)),
  ...(import.meta.env.DEV && {
    '/ui': fetched(() => import('./ui/showcase-page.tsx').then((m) => m.ShowcasePage)),
  }),
}

export function isPage(path: string): boolean {
  return pages[path] !== undefined
}

/** Preloads the code of a page. Settles when it has loaded or failed; a failure shows with the page. */
export async function preloadPage(path: string): Promise<void> {
  const page = pages[path]
  await Promise.all([page?.Page.preload(), page?.allow && Guard.preload()])
}

/**
 * The page of the current address. Two addresses of one page keep its state. `written` is the server-rendered
 * landing page.
 */
export function Routes({ written }: { written?: ReactNode }) {
  const [location] = useLocation()
  const { Page, allow } = pages[location] ?? notFound
  if (written && location === paths.landing) return written
  if (!allow) return <Page />
  return (
    <Guard allow={allow}>
      <Page />
    </Guard>
  )
}
