/** Modules that nearly every page but the landing page needs, with few of their own imports. */
const signedInModules = [
  'contract/(routes|money|time|booking/appointment-states|catalog/makes|catalog/vehicles|identity/permissions|identity/roles|workshop/work-states)',
  'web/api/(client|fetch-with-timeout|page-account|session-refused|slow-requests|try-again-at)',
  'web/appointments/(appointment-words|long-wall-time)',
  'web/identity/logout',
  'web/layout/(guard|signed-in-nav)',
  'web/ui/(alert|avatar|card|field|free-place|initials|lazy-component|non-breaking|phone-link|select-field|skeleton|toast|toast-card|toast-notice|use-media|use-single-flight)',
  'lucide-react/.*/(car-front|check|chevron-down|circle-check|info|map-pin|triangle-exclamation-point|user-round|x)',
]

/** Modules for the server queries of signed-in pages. */
const queryModules = ['@tanstack/.*', 'web/appointments/(booking-refusal|queries)', 'web/ui/query-state']

/** Parts of the pages that mailed links open. */
const linkModules = [
  'web/api/link-refused',
  'web/ui/(empty-state|url-token|use-url-token)',
  'lucide-react/.*/(link-2-off|mail-open)',
]

const patternOf = (sources: readonly string[]) => new RegExp(`/(${sources.join('|')})\\.\\w+$`)

/**
 * Chunks of modules shared by several pages, in a few files: a request costs more than some unused lines. The
 * first screen of a booking is one more file, with all its modules outside of the other two; the later steps
 * share it.
 */
export const sharedFiles = [
  { name: 'inner', test: patternOf(signedInModules), includeDependenciesRecursively: false },
  { name: 'questions', test: patternOf(queryModules), includeDependenciesRecursively: false },
  { name: 'links', test: patternOf(linkModules), includeDependenciesRecursively: false },
  { name: 'guarded', test: patternOf(['web/ui/guarded-dialog']), includeDependenciesRecursively: false },
  { name: 'booking', test: patternOf(['web/appointments/appointments-page']) },
]
