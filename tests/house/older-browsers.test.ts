import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../scripts/build-fingerprint.ts'

/**
 * Browser interfaces that a page may lack in a supported browser as well: without encryption, with storage
 * refused, or embedded in another program; and the files that detect them. `npm run check` finds those that a
 * supported version lacks (scripts/browsers).
 */
const detected: Record<string, readonly string[]> = {
  'crypto\\.randomUUID': ['web/random-id.ts'],
  'new BroadcastChannel': ['web/ui/open-channel.ts'],
  'new (Intersection|Resize)Observer': ['web/texts/use-read-once-seen.ts', 'web/ui/use-scroll-edges.ts'],
  supportedValuesOf: ['web/shops/time-zones.ts'],
}

function listSources(folder: string): string[] {
  return readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name))
}

test('no page uses a browser interface that may be refused without looking whether it is there', () => {
  const sources = ['web', 'contract'].flatMap(listSources)
  for (const [pattern, files] of Object.entries(detected)) {
    const using = sources.filter((file) =>
      new RegExp(pattern).test(readFileSync(join(projectFolder, file), 'utf8')),
    )
    expect(using.toSorted(), pattern).toEqual([...files].toSorted())
    for (const file of files) {
      const text = readFileSync(join(projectFolder, file), 'utf8')
      expect(/typeof [\w.]+ (===|!==) 'function'|missing in browsers/.test(text), file).toBe(true)
    }
  }
})
