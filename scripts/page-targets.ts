import type { Measured } from './measure-page.ts'

/** Targets of the landing page under Lighthouse's mobile throttling: minimum and maximum values. */
const minimums = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const maximums = { lcpMs: 1200, cls: 0.02 } as const

const timed = ['fcpMs', 'lcpMs', 'tbtMs', 'cls', 'transferredBytes', 'scriptBytes'] as const
const named = [...(Object.keys(minimums) as (keyof typeof minimums)[]), ...timed] as const

type Figures = Record<(typeof named)[number], number>
type Median = { figures: Figures; faults: string[] }

/** Returns the median of each figure over several runs, and all faults of these runs. */
export function medianOf(measured: readonly Measured[]): Median {
  const flat = measured.map((one): Figures => ({ ...one.scores, ...one }))
  const middle = (name: keyof Figures) => {
    const sorted = flat.map((figures) => figures[name]).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  const figures = Object.fromEntries(
    named.map((name) => [name, name === 'cls' ? middle(name) : Math.round(middle(name))]),
  ) as Figures
  return { figures, faults: [...new Set(measured.flatMap(({ faults }) => faults))] }
}

/** Returns a sentence for each missed target. A figure that was not measured counts as missed. */
export function missedTargets({ figures, faults }: Median): string[] {
  const low = Object.entries(minimums).flatMap(([name, target]) => {
    const is = figures[name as keyof typeof minimums]
    return is >= target ? [] : [`${name} is ${is}, and is to be ${target} or more.`]
  })
  const high = Object.entries(maximums).flatMap(([name, target]) => {
    const is = figures[name as keyof typeof maximums]
    return is <= target ? [] : [`${name} is ${is}, and is to be ${target} at most.`]
  })
  return [...low, ...high, ...faults]
}
