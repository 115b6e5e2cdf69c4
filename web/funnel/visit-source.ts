import type { VisitSource } from '../../contract/funnel/funnel.ts'
import { parseUrl } from '../parse-url.ts'

const kinds: readonly [VisitSource, RegExp][] = [
  ['maps', /^maps\.|^(www\.)?(yelp|waze)\./],
  ['search', /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|brave|startpage)\./],
  ['social', /(^|\.)(facebook|instagram|tiktok|youtube|reddit|twitter|x|pinterest|t)\.(com|co)$/],
]

/** The kind of page that led here, from the referrer. `host` is this site's own. */
export function visitSourceOf(referrer: string, host: string): VisitSource {
  const url = parseUrl(referrer)
  if (!url || url.host === host) return 'direct'
  if (/(^|\.)google\./.test(url.hostname) && url.pathname.startsWith('/maps')) return 'maps'
  return kinds.find(([, pattern]) => pattern.test(url.hostname))?.[0] ?? 'referral'
}
