/** The paths that are pages of the product. Any other is served as '404 Page Not Found' with status 404. */
export const pages = [
  '/',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/social-sign-in',
  '/account',
  '/scheduler',
  '/appointments',
  '/confirm-card',
  '/admin',
  '/shop-registration',
] as const

/** Those that say the same to everybody, for search engines to list. All others are somebody's own. */
export const listedPages: readonly (typeof pages)[number][] = ['/', '/login', '/shop-registration']
