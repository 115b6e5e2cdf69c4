/**
 * The most that a visit loads, in kilobytes (1,000 bytes) of gzip; `npm run check` allows 5 % more. A file
 * stands for itself with all that it imports beyond the first bundle: the code of one page, or of a part that
 * is loaded later. The guard and the signed-in navigation are loaded by every page but the landing page.
 * Raise a budget for a new feature, not for an accident.
 */
export const budgets: Readonly<Record<string, number>> = {
  // With the script in the landing page's document, half a kilobyte, 80.
  'first bundle': 79.5,
  'style sheet': 15,
  // The font that every page preloads.
  'first font': 25,
  'web/landing/landing-page.tsx': 16,
  'web/identity/login-page.tsx': 32,
  'web/identity/forgot-password-page.tsx': 21,
  'web/identity/reset-password-page.tsx': 13,
  'web/identity/verify-email-page.tsx': 23,
  'web/identity/social-return-page.tsx': 23,
  'web/account/account-page.tsx': 68,
  // The first step of a booking: with the first bundle 107.
  'web/appointments/appointments-page.tsx': 28.5,
  // Includes that page, which is loaded before them.
  'web/appointments/appointments-list.tsx': 54,
  'web/appointments/change-package.tsx': 51,
  'web/appointments/reschedule.tsx': 59,
  'web/appointments/package-step.tsx': 45.5,
  'web/appointments/schedule-step.tsx': 48,
  'web/appointments/payment-step.tsx': 53,
  'web/appointments/confirmation-view.tsx': 42,
  'web/appointments/summary-dialog.tsx': 43,
  'web/appointments/confirm-card-page.tsx': 33,
  'web/appointments/confirm-address-page.tsx': 11,
  'web/appointments/correct-contact.tsx': 34,
  'web/shops/shop-registration-page.tsx': 28,
  'web/admin/admin-page.tsx': 66,
  // Includes the admin page, which is loaded before them.
  'web/admin/board-view.tsx': 73,
  'web/admin/overview-view.tsx': 124,
  'web/admin/correct-customer-contact.tsx': 66,
  'web/shops/shops-view.tsx': 71,
  'web/shops/shop-view.tsx': 82,
  'web/customers/customers-view.tsx': 71,
  'web/layout/guard.tsx': 9,
  'web/layout/signed-in-nav.tsx': 9,
  // Includes the guard, which is loaded before it.
  'web/layout/other-account.tsx': 10,
  'web/layout/not-found-page.tsx': 2,
  'contract/document-facts.ts': 10,
  'node_modules/@simplewebauthn/browser/esm/index.js': 4,
}
