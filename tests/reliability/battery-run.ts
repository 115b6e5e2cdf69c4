import { appendFileSync } from 'node:fs'
import { afterAll, test, type TestFunction } from 'vitest'
import { chanceOf, type Chance } from './chance.ts'

export type BatteryRun = {
  seed: number
  chance: Chance
  /** How many rounds this run makes: a sample, unless the environment asks for more. */
  size: number
  /** Milliseconds that a test of the whole size may take, at so many for one round. */
  patience(perRound: number): number
  /** Registers a test of the whole run (`npm run battery`). `npm test` leaves it out and prints that it does. */
  testWhole(title: string, work: TestFunction, timeoutMs?: number): void
  /** Prints the line of figures. */
  report(figures: Record<string, number | string>): void
  /** Says that something cannot be run on this machine, and why: then the battery has not held, whatever else did. */
  notRun(reason: string): void
}

/** Leaves a line for the table that `npm run battery` ends with; the file is the run's own. */
function note(kind: 'figures' | 'notRun', text: string): void {
  const file = process.env['BATTERY_NOTES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ kind, text })}\n`)
}

/** A sample guards what is known to hold, the same each time; what nobody knows yet is searched for by whole runs, which draw theirs. */
const seedOfSamples = 20_261_122

/** One battery: its size is what the variable of its own name says (`RACES=5000`), its seed what `SEED` says. */
export function batteryRun(name: string, sample: number): BatteryRun {
  const seed = Number(process.env['SEED'] ?? seedOfSamples)
  const size = Number(process.env[name.toUpperCase()] ?? sample)
  const isWhole = process.env[name.toUpperCase()] !== undefined
  const begun = performance.now()
  let leftOut = 0
  return {
    seed,
    chance: chanceOf(seed),
    size,
    patience: (perRound) => 120_000 + size * perRound,
    testWhole: (title, work, timeoutMs) => {
      if (isWhole) test(title, work, timeoutMs)
      else if (leftOut++ === 0)
        afterAll(() => console.log(`▪ ${name}: ${leftOut} tests run in \`npm run battery -- ${name}\` only`))
    },
    report: (figures) => {
      const seconds = Math.round((performance.now() - begun) / 1000)
      const words = Object.entries({ ...figures, seed, seconds }).map(([what, count]) => `${what} ${count}`)
      console.log(`▪ ${name}: ${words.join(' · ')}`)
      note('figures', words.join(' · '))
    },
    notRun: (reason) => {
      console.log(`▪ ${name}: not run: ${reason}`)
      note('notRun', reason)
    },
  }
}

/** So many of the sentences that a failure stays readable. */
export function firstOf(sentences: readonly string[]): string[] {
  return sentences.length > 20
    ? [...sentences.slice(0, 20), `and ${sentences.length - 20} more`]
    : [...sentences]
}
