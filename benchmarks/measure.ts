/** The figure below which the given share of all are. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The middle of the figures. */
export function median(figures: readonly number[] = []): number {
  return percentile(figures, 0.5)
}

/** Measures each in turns, A B A B, so that what else the machine does meets all alike. Gives the figures of each. */
export async function inTurns<Figure>(
  rounds: number,
  measures: readonly (() => Promise<Figure> | Figure)[],
): Promise<Figure[][]> {
  const figures = measures.map((): Figure[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, measure] of measures.entries()) figures[index]?.push(await measure())
  }
  return figures
}

/** Asks until the address answers with success; gives the milliseconds it took. */
export async function untilReady(url: string, patienceMs = 60_000): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < patienceMs) {
    const answer = await fetch(url).catch(() => null)
    await answer?.text()
    if (answer?.ok) return performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${url} did not answer within ${patienceMs} ms`)
}
