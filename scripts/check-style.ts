import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './build-fingerprint.ts'
import { countIndirect, type WordCount } from './indirect-subjects.ts'

/** The formatter does not wrap comments. */
const commentColumns = 110

/** Comments and test names may reach this share of indirect subjects, in percent. */
const limitPercent = 5

const rooms = '{contract,server,web,sandbox,scripts,tests,bench}/**/*.{ts,tsx}'
const total: Record<keyof WordCount, { all: number; indirect: string[] }> = {
  comments: { all: 0, indirect: [] },
  testNames: { all: 0, indirect: [] },
}
const tooLong: string[] = []
for (const path of globSync(rooms, { cwd: projectFolder })) {
  const source = readFileSync(join(projectFolder, path), 'utf8')
  const counted = countIndirect(source)
  for (const [index, line] of source.split('\n').entries())
    if (line.length > commentColumns && /^\s*(\*|\/\*|\/\/(?! oxlint))/.test(line))
      tooLong.push(`${path}:${index + 1}`)
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
if (tooLong.length > 0) {
  isFine = false
  console.log(`Wrap comments at ${commentColumns} columns:\n  ${tooLong.join('\n  ')}`)
}
process.exit(isFine ? 0 : 1)
