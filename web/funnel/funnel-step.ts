import type { FunnelStep } from '../../contract/funnel/funnel.ts'

const bookingPaths = ['/book', '/scheduler']
const stepOfPlace: Readonly<Partial<Record<string, FunnelStep>>> = {
  vehicle: 'vehicle',
  package: 'package',
  schedule: 'schedule',
  payment: 'payment',
  confirmed: 'booked',
}

/** The step that an address shows; null for every other page. */
export function funnelStepOf(pathname: string, search: string): FunnelStep | null {
  if (pathname === '/') return 'landing'
  if (pathname === '/login') return 'signIn'
  if (!bookingPaths.includes(pathname)) return null
  const place = new URLSearchParams(search).get('step') ?? ''
  // A visitor's payment leads on to the sign-in.
  if (pathname === '/book' && place === 'payment') return null
  return Object.hasOwn(stepOfPlace, place) ? (stepOfPlace[place] ?? null) : null
}
