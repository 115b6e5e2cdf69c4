/** What every page but the landing page needs, or nearly every one, and next to nothing beside it. */
const inner = [
  'contract/(routes|money|time|catalog/makes|catalog/vehicles)',
  'web/api/.*',
  'web/appointments/(appointment-words|long-wall-time)',
  'web/identity/logout',
  'web/layout/(guard|signed-in-nav)',
  'web/ui/(alert|avatar|card|field|initials|later|select-field|skeleton|toast|toast-card|unbroken|use-one-at-a-time)',
  'lucide-react/.*/(check|chevron-down|circle-check|info|map-pin|triangle-exclamation-point|user-round|x)',
]

/** What the pages of people who are signed in ask the server with. */
const questions = ['@tanstack/.*', 'web/appointments/queries', 'web/ui/query-state']

const holding = (sources: readonly string[]) => new RegExp(`/(${sources.join('|')})\\.\\w+$`)

/**
 * The pieces that several pages stand on, in a few files: a request costs more than the lines that one or the other page does without.
 * The first screen of a booking is one file more, with whatever of it is in none of those; the steps after it stand on it too.
 */
export const sharedFiles = [
  { name: 'inner', test: holding(inner), includeDependenciesRecursively: false },
  { name: 'questions', test: holding(questions), includeDependenciesRecursively: false },
  { name: 'booking', test: holding(['web/appointments/appointments-page']) },
]
