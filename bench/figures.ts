/** A row of the result table. */
export type Figure = { measured: string; result: string; target: string; isMet: boolean }

/** Three significant digits, thousands apart. */
export function format(value: number): string {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/**
 * Measures both in alternating turns (A B A B), so that other load on the machine meets both alike. Answers
 * the medians.
 */
export async function compare(
  rounds: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<[number, number]> {
  const [firsts, seconds]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    firsts.push(await first())
    seconds.push(await second())
  }
  return [median(firsts), median(seconds)]
}

export function atLeast(target: number, measured: string, value: number, result = format(value)): Figure {
  return { measured, result, target: `≥ ${format(target)}`, isMet: value >= target }
}

export function atMost(target: number, measured: string, value: number, result = format(value)): Figure {
  return { measured, result, target: `≤ ${format(target)}`, isMet: value <= target }
}

/** '12.3 of 10.1 ms = 1.22': a ratio with both sides. */
export function ratioOf(own: number, floor: number, unit: string): string {
  return `${format(own)} / ${format(floor)} ${unit} = ${format(own / floor)}`
}

export function toMarkdown(figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ measured, result, target, isMet }) =>
      `| ${measured} | ${result} | ${target} | ${isMet ? 'yes' : 'NO'} |`,
  )
  return ['| measured | result | target | met |', '|---|---|---|---|', ...rows].join('\n')
}
