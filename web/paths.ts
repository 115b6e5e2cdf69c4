import type { AdminView } from './workspace/views.ts'

/** Every address of the application. Pages link through these only. */
export const paths = {
  landing: '/',
  login: '/login',
  createAccount: '/login?create',
  /** Sign-in by a mailed code, without a password. */
  emailSignIn: '/login?email',
  /** The second factor form, after a correct password. */
  secondFactor: '/login?second-factor',
  forgotPassword: '/forgot-password',
  /** Targets of mailed links; the token comes after the #. */
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  /** Return address of a social sign-in. */
  socialSignIn: '/social-sign-in',
  account: '/account',
  secondFactorSetup: '/account#second-factor',
  /** The user's stored personal data, as a file. */
  accountData: '/api/account/data',
  /** An appointment as a calendar file. */
  appointmentCalendar: (id: string) => `/api/appointments/${id}/calendar`,
  /** A visitor's booking: the steps that need no account. */
  book: '/book',
  /** A step of it: 'vehicle', 'package' or 'schedule'; 'payment' leads to the sign-in. */
  bookStep: (step: string) => `/book?step=${step}`,
  /** A visitor's booking with a package chosen; the car comes next. */
  bookPackage: (packageId: number) => `/book?package=${packageId}`,
  /** The large picture of a package in a car of the make, before the installation or after it. */
  picture: (packageId: number, make: string, view: 'before' | 'after') =>
    `/picture?package=${packageId}&make=${encodeURIComponent(make)}&view=${view}`,
  picturePage: '/picture',
  scheduler: '/scheduler',
  /** A step of the booking flow: 'vehicle', 'package', 'schedule', 'payment', 'confirmed'. */
  bookingStep: (step: string) => `/scheduler?step=${step}`,
  appointments: '/appointments',
  /** Targets of mailed links; the token comes after the #, so that no server log or referrer contains it. */
  confirmCard: '/confirm-card',
  confirmAddress: '/confirm-address',
  appointmentLink: '/appointment-link',
  signOff: '/sign-off',
  price: '/price',
  fitmentPhoto: '/fitment-photo',
  /** Appointment Management: the list. */
  admin: '/admin',
  /** The first page of staff. */
  today: '/admin?view=today',
  /** The jobs of a technician. */
  work: '/work',
  /** Target of a mailed invitation; the token comes after the #. */
  join: '/join',
  /** A view of Appointment Management. */
  adminView: (view: Exclude<AdminView, 'appointments'>) => `/admin?view=${view}`,
  /** The people whom a shop knows. */
  shopContacts: (shopId: number) => `/admin?view=contacts&shop=${shopId}`,
  /** The page of one person whom a shop knows. */
  contact: (id: string) => `/admin?view=contacts&contact=${id}`,
  /** The fitment check of an appointment or of a review, by its id; mails link to it too. */
  fitmentCheck: (id: string) => `/admin?check=${id}`,
  /** The page of one shop, for an administrator. */
  adminShop: (shopId: number) => `/admin?view=shop&shop=${shopId}`,
  /** Appointment Management with filters, a query without its '?'. */
  adminFiltered: (query: string) => (query === '' ? '/admin' : `/admin?${query}`),
  /** The filtered appointments as a file. */
  appointmentsCsv: (query: string) =>
    query === '' ? '/api/admin/appointments.csv' : `/api/admin/appointments.csv?${query}`,
  /** A shop's payout statement of a month 'YYYY-MM', as a file. */
  statementCsv: (shopId: number, month: string) => `/api/admin/shops/${shopId}/statement.csv?month=${month}`,
  /** A shop's payout statement of a month, for an administrator. */
  shopStatement: (shopId: number, month: string) =>
    `/admin?view=shop&shop=${shopId}&month=${month}#statement`,
  /** The payouts of all shops for a month, as a file. */
  payoutsCsv: (month: string) => `/api/admin/payouts.csv?month=${month}`,
  /** The fitment data as files. */
  fitmentJson: '/api/admin/fitment/data.json',
  fitmentRulesCsv: '/api/admin/fitment/rules.csv',
  /** The evidence about a payment, as a PDF and as text. */
  evidenceFile: (id: string) => `/api/admin/appointments/${id}/evidence.pdf`,
  evidenceText: (id: string) => `/api/admin/appointments/${id}/evidence.txt`,
  shopRegistration: '/shop-registration',
  privacy: '/privacy',
  terms: '/terms',
  refunds: '/refunds',
} as const
