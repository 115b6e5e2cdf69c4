import { parse } from 'semver'
import { judgeLock, type Advisory, type AdvisoryList } from './advisory-rules.ts'

/**
 * A sentence for each advisory of `known` that lets a version pass which it is about, or holds one that has the mend, wherever in the
 * tree and under whatever name it is locked. What the advisories are about is said by `list`.
 */
export function misjudgedBy(known: AdvisoryList, list: AdvisoryList): string[] {
  return list.advisories.flatMap((one) => {
    const { caught, passed } = versionsAround(one)
    const wrong = [
      ...caught.filter((version) => verdictsOn(version, one, known).includes(false)),
      ...passed.filter((version) => verdictsOn(version, one, known).includes(true)),
    ]
    return wrong.map((version) => `${one.id} and ${one.package} ${version}`)
  })
}

/** Whether the hole is found in this version at the top, deep in the tree, and under another name. */
function verdictsOn(version: string, { id, package: name }: Advisory, known: AdvisoryList): boolean[] {
  const copies = [
    { [`node_modules/${name}`]: { version } },
    { [`node_modules/a/node_modules/${name}`]: { version } },
    { 'node_modules/alias': { name, version } },
  ]
  return copies.map((packages) => {
    const { holes, around } = judgeLock({ lockfileVersion: 3, packages }, known)
    return [...holes, ...around].some((sentence) => sentence.includes(id))
  })
}

/** The last version before each mend and each that is named alone, or any where there is no mend; and the mends. */
function versionsAround({ affected, fixed }: Advisory): { caught: string[]; passed: string[] } {
  const alone = affected.split(' || ').flatMap((part) => (part.startsWith('=') ? [part.slice(1)] : []))
  const caught = [...fixed.map(lastBefore), ...alone]
  return { caught: caught.length > 0 ? caught : ['0.0.1'], passed: fixed }
}

/** The version right before this one, as far as numbers tell: nobody counts to 9999. */
function lastBefore(version: string): string {
  const { major = 0, minor = 0, patch = 0, prerelease = [] } = parse(version) ?? {}
  const [word, step] = prerelease
  if (typeof step === 'number' && step > 0) return `${major}.${minor}.${patch}-${word}.${step - 1}`
  if (patch > 0) return `${major}.${minor}.${patch - 1}`
  return minor > 0 ? `${major}.${minor - 1}.9999` : `${major - 1}.9999.9999`
}
