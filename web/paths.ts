/** Every address a person can visit. Pages link through these and nothing else. */
export const paths = {
  landing: '/',
  login: '/login',
  createAccount: '/login?create',
  /** Where the code of a second factor is given, once the password was right. */
  secondFactor: '/login?second-factor',
  forgotPassword: '/forgot-password',
  /** Behind the mailed links; the token comes after the #. */
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  /** Where a social sign-in comes back to. */
  socialSignIn: '/social-sign-in',
  account: '/account',
  secondFactorSetup: '/account#second-factor',
  /** Everything that is kept about the own person, as a file. */
  accountData: '/api/account/data',
  /** An own appointment as a file for calendars. */
  appointmentCalendar: (id: string) => `/api/appointments/${id}/calendar`,
  scheduler: '/scheduler',
  /** A step of the booking flow: 'vehicle', 'package', 'schedule', 'payment', 'confirmed'. */
  bookingStep: (step: string) => `/scheduler?step=${step}`,
  appointments: '/appointments',
  /** Behind the mailed link; the token comes after the #, where no server log and no referrer sees it. */
  confirmCard: '/confirm-card',
  admin: '/admin',
  /** Another view of Appointment Management. */
  adminView: (view: 'board' | 'overview' | 'shops' | 'shop') => `/admin?view=${view}`,
  /** The page of one shop, for an administrator. */
  adminShop: (shopId: number) => `/admin?view=shop&shop=${shopId}`,
  /** Appointment Management with filters, a query without its '?'. */
  adminFiltered: (query: string) => (query === '' ? '/admin' : `/admin?${query}`),
  /** The appointments of those filters as a file. */
  appointmentsCsv: (query: string) =>
    query === '' ? '/api/admin/appointments.csv' : `/api/admin/appointments.csv?${query}`,
  /** What a shop is owed for a month 'YYYY-MM', as a file. */
  statementCsv: (shopId: number, month: string) => `/api/admin/shops/${shopId}/statement.csv?month=${month}`,
  shopRegistration: '/shop-registration',
} as const
