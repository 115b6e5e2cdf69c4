import { satisfies, validRange } from 'semver'
import { nameOf, type Lock } from './dependency-rules.ts'

export type Advisory = {
  /** The number under which it was published, of the one or the other registry of holes. */
  id: string
  also?: string
  package: string
  /** A range of versions, in the words of semver. */
  affected: string
  /** The first versions without the hole, one for each line that has got one; none where nobody has mended it. */
  fixed: string[]
  severity: 'low' | 'moderate' | 'high' | 'critical' | 'malware' | 'not rated'
  published: string
  about: string
  /** Where the facts were read. */
  source: string
}
export type AdvisoryList = {
  /** The newest day that its sources reach. */
  asOf: string
  /** The day up to which the packages were gone through one by one; what is newer was searched for. */
  goneThroughTo: string
  /** Packages that were looked up too, and of which nothing was known. */
  nothingKnown: string[]
  advisories: Advisory[]
}

/** Holes that no version which can be had closes, and why they cannot be reached: by advisory. */
const goneAround: Record<string, string> = {
  'GHSA-7533-p376-8gg5':
    'only lists of folders show what is denied, and server/http/static-files.ts switches none on; closed by 10.1.12',
}

/** A sentence for each locked version, nested copies among them, that the list knows a hole of; those that are gone around apart. */
export function judgeLock(
  lock: Lock,
  { advisories }: AdvisoryList,
): { holes: string[]; around: string[]; known: number; packages: number; locked: number } {
  const holes: string[] = []
  const around: string[] = []
  const known = new Set<Advisory>()
  const packages = new Set<string>()
  const locked = new Set<string>()
  for (const [path, { name, version = '' }] of Object.entries(lock.packages)) {
    if (path === '') continue
    const real = name ?? nameOf(path)
    locked.add(real)
    const own = advisories.filter((one) => one.package === real)
    for (const one of own) {
      known.add(one)
      packages.add(one.package)
      if (!isAffected(version, one)) continue
      const words = `${path} ${version}: ${one.severity}, ${one.about.toLowerCase()} (${one.id})`
      const reason = goneAround[one.id]
      if (reason === undefined)
        holes.push(`${words}, closed by ${one.fixed.join(' or ') || 'no version yet'}`)
      else around.push(`${one.id} in ${one.package} ${version}: ${reason}`)
    }
  }
  return { holes, around, known: known.size, packages: packages.size, locked: locked.size }
}

/** A sentence for each way around a hole that is no longer there: it would hide the next one of that number. */
export function auditWaysAround({ around }: { around: string[] }): string[] {
  return Object.keys(goneAround)
    .filter((id) => !around.some((sentence) => sentence.startsWith(id)))
    .map((id) => `${id} is gone around and hits no version that is locked`)
}

/** A sentence for each entry that would never find anything, or says less than it must. */
export function auditList({ asOf, advisories }: AdvisoryList): string[] {
  const day = /^20\d\d-\d\d-\d\d$/
  const found = day.test(asOf) ? [] : [`the list is of ${asOf}, which is no day`]
  const seen = new Set<string>()
  for (const one of advisories) {
    const name = `${one.id} of ${one.package}`
    if (seen.has(name)) found.push(`${name} is there twice`)
    seen.add(name)
    if (!/^(GHSA(-[23456789cfghjmpqrvwx]{4}){3}|CVE-\d{4}-\d{4,})$/.test(one.id))
      found.push(`${name} is no number of an advisory`)
    if (validRange(one.affected) === null) found.push(`${name} is about ${one.affected}, which is no range`)
    if (!day.test(one.published) || one.published > asOf)
      found.push(`${name} was published on ${one.published}`)
    if (one.about === '' || !one.source.startsWith('https://'))
      found.push(`${name} has no words or no source`)
  }
  return found
}

function isAffected(version: string, { affected }: Advisory): boolean {
  return satisfies(version, affected, { includePrerelease: true })
}
