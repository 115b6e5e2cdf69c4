/** The paths of the product's pages. Any other path gets '404 Page Not Found' with status 404. */
export const pages = [
  '/',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/social-sign-in',
  '/account',
  '/book',
  '/picture',
  '/scheduler',
  '/appointments',
  '/confirm-card',
  '/confirm-address',
  '/appointment-link',
  '/sign-off',
  '/price',
  '/fitment-photo',
  '/admin',
  '/work',
  '/join',
  '/shop-registration',
  '/privacy',
  '/terms',
  '/refunds',
] as const

/** Public pages, for search engines to index. All others show personal data. */
export const listedPages: readonly (typeof pages)[number][] = [
  '/',
  '/login',
  '/shop-registration',
  '/privacy',
  '/terms',
  '/refunds',
]
