/** Needed by every page but the landing page, or nearly every one, and small beside it. */
const common = [
  'contract/(routes|money|time|catalog/makes|catalog/vehicles)',
  'web/api/.*',
  'web/appointments/(appointment-words|long-wall-time)',
  'web/identity/logout',
  'web/layout/(guard|signed-in-nav)',
  'web/ui/(alert|avatar|card|field|initials|later|select-field|skeleton|toast|toast-card|unbroken|use-one-at-a-time)',
  'lucide-react/.*/(check|chevron-down|circle-check|info|map-pin|triangle-exclamation-point|user-round|x)',
]

/** The query library and its users, for pages behind a sign-in. */
const queries = ['@tanstack/.*', 'web/appointments/queries', 'web/ui/query-state']

const matching = (sources: readonly string[]) => new RegExp(`/(${sources.join('|')})\\.\\w+$`)

/**
 * The shared sources of several pages, in a few chunks: a request costs more than a few unneeded lines. The
 * first screen of a booking is a chunk of its own, with its sources that are in none of the others; the steps
 * after it use it too.
 */
export const sharedChunks = [
  { name: 'common', test: matching(common), includeDependenciesRecursively: false },
  { name: 'queries', test: matching(queries), includeDependenciesRecursively: false },
  { name: 'booking', test: matching(['web/appointments/appointments-page']) },
]
