import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { supportedBrowsers } from './supported-browsers.ts'

// Required, not imported: vitest would transform its 18 MB for a minute.
const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

const dataNames = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios: 'safari_ios',
} as const
const browsers = Object.keys(supportedBrowsers) as (keyof typeof supportedBrowsers)[]

/** True if `version` is at most `floor`. `≤80` is a version that had the feature at the latest in 80. */
function isAtMost(version: string, floor: string): boolean {
  const numbers = (text: string) => text.replace('≤', '').split('.').map(Number)
  const [one, other] = [numbers(version), numbers(floor)]
  const different = one.findIndex((number, index) => number !== (other[index] ?? 0))
  return different === -1 || (one[different] ?? 0) < (other[different] ?? 0)
}

/** The versions in which a browser has a feature, under its own name and without a switch. */
function spansOf(support: SupportStatement | undefined): { added: string; removed: string | null }[] {
  const statements = support === undefined ? [] : Array.isArray(support) ? support : [support]
  return statements.flatMap((one) => {
    const isPlain = one.flags === undefined && one.prefix === undefined && one.alternative_name === undefined
    const added = one.version_added
    if (!isPlain || typeof added !== 'string' || added === 'preview') return []
    return { added, removed: typeof one.version_removed === 'string' ? one.version_removed : null }
  })
}

/** For each supported browser the version that brought a feature, if any did. */
export function versionsOf({ support }: CompatStatement): Record<string, string | undefined> {
  return Object.fromEntries(browsers.map((name) => [name, spansOf(support[dataNames[name]])[0]?.added]))
}

/** The supported browsers whose oldest supported version lacks a feature: `safari 16.4`. */
export function lackedBy({ support }: CompatStatement): string[] {
  return browsers.flatMap((name) => {
    const floor = supportedBrowsers[name]
    const isThere = spansOf(support[dataNames[name]]).some(
      ({ added, removed }) => isAtMost(added, floor) && !(removed !== null && isAtMost(removed, floor)),
    )
    return isThere ? [] : [`${name} ${floor}`]
  })
}

function find(path: string): Identifier | undefined {
  return path
    .split('.')
    .reduce<Identifier | undefined>((at, name) => at?.[name], data as unknown as Identifier)
}

// oxlint-disable-next-line no-underscore-dangle -- the data's own name
const statementOf = (feature: Identifier | undefined) => feature?.__compat

/** The data of a feature by its path: `api.URL.canParse_static`. */
export function compatibilityOf(path: string): CompatStatement | undefined {
  return statementOf(find(path))
}

/** The direct members of a feature by name. */
export function membersOf(path: string): [name: string, compatibility: CompatStatement][] {
  return Object.entries(find(path) ?? {}).flatMap(([name, member]) => {
    const compatibility = name === '__compat' ? undefined : statementOf(member as Identifier)
    return compatibility === undefined ? [] : [[name, compatibility]]
  })
}
