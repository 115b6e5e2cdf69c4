/**
 * The most that a visit loads, in kilobytes (1,000 bytes) of gzip; `npm run check` allows 5 % more. A file
 * stands for itself with all that it imports beyond the first bundle: the code of one page, or of a part that
 * is loaded later. The guard and the signed-in navigation are loaded by every page but the landing page.
 * Raise a budget for a new feature, not for an accident.
 */
export const budgets: Readonly<Record<string, number>> = {
  // With the script in the landing page's document, half a kilobyte, 80.
  'first bundle': 79.5,
  'style sheet': 19,
  // The font that every page preloads.
  'first font': 25,
  'web/landing/landing-page.tsx': 21.5,
  // With the button that loads the sign-in by mailed code.
  'web/identity/login-page.tsx': 40,
  'web/identity/continue-with-email.tsx': 38,
  'web/identity/forgot-password-page.tsx': 25,
  'web/identity/reset-password-page.tsx': 16,
  'web/identity/verify-email-page.tsx': 27,
  'web/identity/social-return-page.tsx': 29,
  // With the mark of the section in view.
  'web/account/account-page.tsx': 72,
  // Includes that page, which is loaded before it.
  'web/account/second-factor-set-up.tsx': 76.5,
  // The first step of a booking: with the first bundle 112.5. The addresses of all calls are among it.
  'web/appointments/appointments-page.tsx': 34,
  'web/appointments/visit-page.tsx': 36.5,
  // The pictures of a question, loaded beside it.
  'web/fitment/drawings.tsx': 3.5,
  'web/fitment/add-photos.tsx': 15,
  'web/fitment/photo-page.tsx': 27.5,
  // Includes that page, which is loaded before them.
  'web/appointments/appointments-list.tsx': 68,
  'web/appointments/receipt-dialog.tsx': 39.5,
  'web/appointments/visit-choice.tsx': 35,
  'web/appointments/change-package.tsx': 62,
  'web/appointments/pending-note.tsx': 47.5,
  'web/appointments/reschedule.tsx': 63,
  'web/appointments/package-step.tsx': 61,
  'web/appointments/schedule-step.tsx': 57,
  'web/appointments/payment-step.tsx': 76.5,
  'web/appointments/confirmation-view.tsx': 42,
  'web/appointments/summary-dialog.tsx': 48,
  'web/appointments/confirm-card-page.tsx': 40.5,
  'web/appointments/change-card.tsx': 38.5,
  'web/appointments/confirm-address-page.tsx': 15,
  'web/reminder-links/appointment-link-page.tsx': 44,
  // Includes that page, which is loaded before it, and the calendar.
  'web/reminder-links/move-visit.tsx': 84,
  'web/appointments/correct-contact.tsx': 44,
  'web/shops/shop-registration-page.tsx': 36.5,
  // Texts, and the frame of a page.
  'web/legal/privacy-page.tsx': 3,
  'web/legal/terms-page.tsx': 2.5,
  'web/legal/refunds-page.tsx': 2,
  // The popup of a large picture.
  'web/appointments/picture-page.tsx': 26.5,
  // With the workspace, the list and Today.
  'web/admin/admin-page.tsx': 96.5,
  // Includes the admin page, which is loaded before them.
  // With the library for dragging, and the looks of a job.
  'web/board/board-view.tsx': 123.5,
  'web/board/move-dialog.tsx': 102.5,
  'web/blocks/new-block.tsx': 99,
  'web/blocks/shown-block.tsx': 87.5,
  'web/feeds/calendar-feeds.tsx': 39.5,
  'web/desk/new-booking-dialog.tsx': 127.5,
  // With the warning about a payment that was recorded meanwhile.
  'web/desk/take-payment-dialog.tsx': 41.5,
  'web/desk/desk-card.tsx': 33,
  'web/board/move-bar.tsx': 101.5,
  'web/admin/overview-view.tsx': 122,
  'web/admin/correct-customer-contact.tsx': 97,
  'web/shops/shops-view.tsx': 103,
  'web/shops/shop-view.tsx': 134,
  'web/customers/customers-view.tsx': 71,
  'web/payouts/payouts-view.tsx': 61,
  'web/fitment-reviews/reviews-view.tsx': 105,
  // With the schemas of what staff type.
  'web/contacts/contacts-view.tsx': 127.5,
  'web/contacts/search-box.tsx': 101,
  'web/admin/details-fitment.tsx': 26,
  // With the admin page.
  'web/texts/messages-section.tsx': 94,
  'web/admin/fitment/fitment-view.tsx': 94,
  'web/workshop/work-page.tsx': 79.5,
  // Parts of a work order that open on demand.
  'web/admin/capture-dialog.tsx': 97,
  'web/appointments/work-progress.tsx': 39.5,
  'web/today/charge-all-dialog.tsx': 42.5,
  'web/admin/decided-fee.tsx': 95.5,
  'web/admin/left-at-shop.tsx': 97,
  'web/workshop/details-work.tsx': 111,
  'web/workshop/sheets/sheet-buttons.tsx': 13.5,
  'web/workshop/hand-over-dialog.tsx': 43.5,
  'web/workshop/sheets/sheet-dialog.tsx': 60,
  'web/workshop/offline-queue/offline-strip.tsx': 30,
  'web/workshop/sign-off/sign-form.tsx': 29.5,
  'web/workshop/sign-off/sign-off-page.tsx': 48,
  // With the rules of a price.
  'web/price/own-price.tsx': 24.5,
  // With the form of a signature, and the words after a decline.
  'web/price/price-page.tsx': 52.5,
  // Include the admin page, which is loaded before them.
  'web/price/details-price.tsx': 105,
  'web/price/price-section.tsx': 104,
  'web/price/price-dialog.tsx': 104.5,
  'web/price/refund-dialog.tsx': 106,
  'web/price/agree-dialog.tsx': 114.5,
  'web/people/join-page.tsx': 38.5,
  'web/layout/guard.tsx': 12,
  'web/layout/signed-in-nav.tsx': 12,
  // Includes the guard, which is loaded before it.
  'web/layout/other-account.tsx': 13,
  'web/layout/not-found-page.tsx': 2,
  'contract/document-facts.ts': 12.5,
  'node_modules/@simplewebauthn/browser/esm/index.js': 4,
}
