/** Every address a person can visit. Pages link through these and nothing else. */
export const paths = {
  landing: '/',
  login: '/login',
  createAccount: '/login?create',
  scheduler: '/scheduler',
  /** A step of the booking flow: 'vehicle', 'package', 'schedule', 'payment', 'confirmed'. */
  bookingStep: (step: string) => `/scheduler?step=${step}`,
  appointments: '/appointments',
  /** Behind the mailed link; the token comes after the #, where no server log and no referrer sees it. */
  confirmCard: '/confirm-card',
  admin: '/admin',
  shopRegistration: '/shop-registration',
} as const
