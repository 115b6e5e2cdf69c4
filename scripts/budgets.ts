/**
 * The most that a visit may fetch, in kilobytes (1,000 bytes) of gzip. What is named by a file is that file with all that it needs
 * beyond the first bundle: the code of one page, or of a part that is fetched later. The guard and the ways of who is signed in are
 * in what every page but the landing page fetches. A new figure is for a new thing to see, not for what slipped in.
 */
export const budgets: Readonly<Record<string, number>> = {
  // What a visitor's browser runs on the landing page: with the script in its document, which is half a kilobyte, 80.
  'first bundle': 79.5,
  'style sheet': 15,
  // The one font that is asked for ahead of everything else.
  'first font': 25,
  'web/landing/landing-page.tsx': 15.5,
  'web/identity/login-page.tsx': 32,
  'web/identity/forgot-password-page.tsx': 21,
  'web/identity/reset-password-page.tsx': 12,
  'web/identity/verify-email-page.tsx': 22,
  'web/identity/social-return-page.tsx': 22,
  'web/account/account-page.tsx': 68,
  // The first screen of a booking: with the first bundle 107.5, which is 1.6 times React alone.
  'web/appointments/appointments-page.tsx': 28.2,
  // With that page, which is there before them.
  'web/appointments/appointments-list.tsx': 54,
  'web/appointments/change-package.tsx': 51,
  'web/appointments/reschedule.tsx': 59,
  'web/appointments/package-step.tsx': 46,
  'web/appointments/schedule-step.tsx': 48,
  'web/appointments/payment-step.tsx': 53,
  'web/appointments/confirmation-view.tsx': 42,
  'web/appointments/summary-dialog.tsx': 43,
  'web/appointments/confirm-card-page.tsx': 33,
  'web/shops/shop-registration-page.tsx': 28,
  'web/admin/admin-page.tsx': 66,
  // With the admin page, which is there before them.
  'web/admin/board-view.tsx': 73,
  'web/admin/overview-view.tsx': 124,
  'web/shops/shops-view.tsx': 71,
  'web/shops/shop-view.tsx': 82,
  'web/layout/guard.tsx': 8,
  'web/layout/signed-in-nav.tsx': 8,
  'web/layout/not-found-page.tsx': 2,
  'contract/document-facts.ts': 9,
  'node_modules/@simplewebauthn/browser/esm/index.js': 4,
}
