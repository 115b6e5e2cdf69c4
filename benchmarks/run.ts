import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { buildFolder } from '../scripts/build-fingerprint.ts'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { withBench } from './bench.ts'
import type { Line } from './line.ts'
import { sections } from './sections.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, 'cpu-prof': { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !sections.some((section) => section.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. There is: ${sections.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}
const chosen = sections.filter(({ name, byNameOnly }) =>
  positionals.length === 0 ? byNameOnly !== true : positionals.includes(name),
)

await ensureBuilt()
const profiles = values['cpu-prof'] ? join(buildFolder, 'profiles') : null
if (profiles !== null) mkdirSync(profiles, { recursive: true })

const lines: (Line & { section: string })[] = []
await withBench({ quick: values.quick, profiles }, async (bench) => {
  // At once it takes half as long. In a whole run nothing stands beside what is measured that could as well be opened after it.
  const prepared = values.quick
    ? Promise.allSettled(chosen.map(async ({ prepare }) => prepare?.(bench)))
    : Promise.resolve()
  for (const { name, measure, isUndisturbed = false } of chosen) {
    if (!isUndisturbed) await prepared
    const begun = performance.now()
    // What fails is a miss, and leaves the figures of the others standing.
    const found = await measure(bench).catch((error: unknown): Line[] => {
      bench.say(inspect(error))
      const what = error instanceof Error ? error.message.split('\n')[0] : String(error)
      return [{ what: `${name} was measured`, figure: `failed: ${what}`, target: 'yes', met: false }]
    })
    lines.push(...found.map((line) => ({ section: name, ...line })))
    bench.say(`${name}: ${Math.round((performance.now() - begun) / 1000)} s`)
  }
})

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}${values.quick ? ', a quick run' : ''}`
console.log(`\n${machine}\n\n| what | measured | target | met |\n|---|---|---|---|`)
for (const { what, figure, target, met } of lines)
  console.log(`| ${what} | ${figure} | ${target} | ${met === null ? '–' : met ? 'yes' : 'NO'} |`)
await writeFile(
  join(buildFolder, 'bench.json'),
  `${JSON.stringify({ at: new Date().toISOString(), machine, quick: values.quick, lines }, null, 2)}\n`,
)
if (profiles !== null)
  console.error(`The profiles of the servers are in ${profiles}: npx tsx benchmarks/read-profile.ts FILE`)
process.exitCode = lines.some(({ met }) => met === false) ? 1 : 0
