/** Every address a person can visit. Pages link through these and nothing else. */
export const paths = {
  landing: '/',
  login: '/login',
  createAccount: '/login?create',
  scheduler: '/scheduler',
  /** A step of the booking flow: 'vehicle', 'package', 'schedule', 'payment', 'confirmed'. */
  bookingStep: (step: string) => `/scheduler?step=${step}`,
  appointments: '/appointments',
  admin: '/admin',
  shopRegistration: '/shop-registration',
} as const
