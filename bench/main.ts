import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { withBench, type Bench } from './bench.ts'
import { toMarkdown, type Figure } from './figures.ts'
import { measureAvailability } from './availability.ts'
import { measureBoard } from './board/presses.ts'
import { measureBooking } from './booking.ts'
import { measureFeed } from './feed.ts'
import { measureLive } from './live.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory } from './memory.ts'
import { measureMisfits } from './board/misfits.ts'
import { measurePages } from './pages.ts'
import { measureRace } from './race.ts'
import { measureSearch } from './search.ts'
import { measureShopDay } from './shop-day.ts'
import { measureStarts } from './start.ts'

/** Every section by its name, in the order of a whole run. */
const sections: Readonly<Record<string, (bench: Bench) => Promise<Figure[]>>> = {
  start: measureStarts,
  availability: measureAvailability,
  booking: measureBooking,
  race: measureRace,
  memory: measureMemory,
  growth: measureGrowth,
  live: measureLive,
  search: measureSearch,
  'shop-day': measureShopDay,
  feed: measureFeed,
  pages: measurePages,
  board: measureBoard,
  misfits: measureMisfits,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
})
const names = positionals.length > 0 ? positionals : Object.keys(sections)
if (names.some((name) => !(name in sections))) {
  console.error(`npm run bench -- [--full] [${Object.keys(sections).join('|')}]`)
  process.exit(2)
}

await ensureBuilt()
const figures: Figure[] = []
await withBench(values.full, async (bench) => {
  for (const name of names) {
    const begin = performance.now()
    try {
      figures.push(...((await sections[name]?.(bench)) ?? []))
    } catch (error) {
      // A section that fails is a missed target; the other sections still run.
      console.error(error)
      figures.push({ measured: name, result: 'failed, see above', target: '', isMet: false })
    }
    console.error(`${name}: ${Math.round((performance.now() - begin) / 1000)} s`)
  }
})
console.log(`\n${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n\n${toMarkdown(figures)}`)
process.exitCode = figures.every(({ isMet }) => isMet) ? 0 : 1
