import { appendFileSync } from 'node:fs'
import { afterAll, test, type TestFunction } from 'vitest'
import { chanceOf, type Chance } from './chance.ts'

export type BatteryRun = {
  seed: number
  chance: Chance
  /** Rounds of this run: a sample, unless the environment sets more. */
  size: number
  /** The time limit of a whole test in milliseconds, given the milliseconds of one round. */
  patience(perRound: number): number
  /**
   * Registers a test of the whole run (`npm run battery`). `npm test` leaves it out and prints that it does.
   */
  testWhole(title: string, work: TestFunction, timeoutMs?: number): void
  /** Prints the line of figures. */
  report(figures: Record<string, number | string>): void
  /** Records that a part cannot run on this machine, and why. The battery then counts as not run. */
  notRun(reason: string): void
}

/** Appends a line to the notes for the table of `npm run battery`; each run has a file of its own. */
function note(kind: 'figures' | 'notRun', text: string): void {
  const file = process.env['BATTERY_NOTES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ kind, text })}\n`)
}

/** Samples guard known behaviour with a fixed seed; whole runs draw theirs, to search for new faults. */
const seedOfSamples = 20_261_122

/** One battery: its size comes from the variable of its name (`RACES=5000`), its seed from `SEED`. */
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

/** The first sentences only, which keeps a failure readable. */
export function firstOf(sentences: readonly string[]): string[] {
  return sentences.length > 20
    ? [...sentences.slice(0, 20), `and ${sentences.length - 20} more`]
    : [...sentences]
}
