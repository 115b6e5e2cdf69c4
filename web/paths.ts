/** Every address a person can visit. Pages link through these and nothing else. */
export const paths = {
  landing: '/',
  login: '/login',
  createAccount: '/login?create',
  scheduler: '/scheduler',
  appointments: '/appointments',
  admin: '/admin',
  shopRegistration: '/shop-registration',
} as const
