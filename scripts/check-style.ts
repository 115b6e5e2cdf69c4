import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './build-fingerprint.ts'
import { countIndirect, type WordCount } from './indirect-subjects.ts'

/** Comments and test names may reach this share of indirect subjects, in percent. */
const limitPercent = 5

const rooms = '{contract,server,web,sandbox,scripts,tests,bench}/**/*.{ts,tsx}'
const total: Record<keyof WordCount, { all: number; indirect: string[] }> = {
  comments: { all: 0, indirect: [] },
  testNames: { all: 0, indirect: [] },
}
for (const path of globSync(rooms, { cwd: projectFolder })) {
  const counted = countIndirect(readFileSync(join(projectFolder, path), 'utf8'))
  for (const kind of ['comments', 'testNames'] as const) {
    total[kind].all += counted[kind].all
    total[kind].indirect.push(...counted[kind].indirect.map((line) => `${path}: ${line}`))
  }
}

let isFine = true
for (const [kind, { all, indirect }] of Object.entries(total)) {
  const percent = (100 * indirect.length) / all
  console.log(`${kind}: ${indirect.length} of ${all} have an indirect subject (${percent.toFixed(1)} %)`)
  if (percent <= limitPercent) continue
  isFine = false
  for (const line of indirect) console.log(`  ${line}`)
}
if (!isFine)
  console.log(`At most ${limitPercent} % may. Name the thing instead of "what", "who" or "nobody".`)
process.exit(isFine ? 0 : 1)
