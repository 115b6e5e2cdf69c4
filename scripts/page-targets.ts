import type { Measured } from './measure-page.ts'

/** What the landing page keeps to under Lighthouse's mobile throttling: at least, or at most. */
const atLeast = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const atMost = { lcpMs: 1200, cls: 0.02 } as const

const timed = ['fcpMs', 'lcpMs', 'tbtMs', 'cls', 'transferredBytes', 'scriptBytes'] as const
const named = [...(Object.keys(atLeast) as (keyof typeof atLeast)[]), ...timed] as const

type Figures = Record<(typeof named)[number], number>
type Median = { figures: Figures; faults: string[] }

/** Figure by figure the middle one of several runs, and every fault that one of them found. */
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

/** A sentence for each target that is missed. A figure that was not measured misses it. */
export function missedTargets({ figures, faults }: Median): string[] {
  const low = Object.entries(atLeast).flatMap(([name, target]) => {
    const is = figures[name as keyof typeof atLeast]
    return is >= target ? [] : [`${name} is ${is}, and is to be ${target} or more.`]
  })
  const high = Object.entries(atMost).flatMap(([name, target]) => {
    const is = figures[name as keyof typeof atMost]
    return is <= target ? [] : [`${name} is ${is}, and is to be ${target} at most.`]
  })
  return [...low, ...high, ...faults]
}
