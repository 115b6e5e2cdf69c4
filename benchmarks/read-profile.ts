import { readFileSync } from 'node:fs'

/** Says where the time of a .cpuprofile went: by package, by file of ours, and by function, each without what it called. */
type Frame = { functionName: string; url: string; lineNumber: number }
type Profile = { nodes: { id: number; callFrame: Frame }[]; samples: number[]; timeDeltas: number[] }

const profile = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Profile
const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))

/** The package, the file of ours, or what Node does itself. */
function placeOf({ url, functionName }: Frame): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (name !== undefined) return name
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/')
  return url === '' ? functionName : (url.split('/').at(-1) ?? url)
}

const byPlace = new Map<string, number>()
const byFunction = new Map<string, number>()
let total = 0
for (const [index, id] of profile.samples.entries()) {
  const frame = frames.get(id)
  if (!frame || frame.functionName === '(idle)') continue
  const ms = (profile.timeDeltas[index] ?? 0) / 1000
  const place = placeOf(frame)
  const name = `${frame.functionName || '(anonymous)'}  ${place}:${frame.lineNumber + 1}`
  byPlace.set(place, (byPlace.get(place) ?? 0) + ms)
  byFunction.set(name, (byFunction.get(name) ?? 0) + ms)
  total += ms
}

function print(title: string, figures: ReadonlyMap<string, number>, most: number): void {
  console.log(`\n${title}`)
  for (const [name, ms] of [...figures].sort(([, a], [, b]) => b - a).slice(0, most))
    console.log(`${((100 * ms) / total).toFixed(1).padStart(6)} %  ${name}`)
}

console.log(`${Math.round(total)} ms of processor time`)
print('by place', byPlace, 30)
print('by function', byFunction, 40)
