/**
 * The area under the curve by which `others` are separated from `some` by size alone (Mann and Whitney): 0.5
 * separates nothing, 0 or 1 every one. Equal values count half.
 */
export function areaUnderCurve(some: readonly number[], others: readonly number[]): number {
  const all = [
    ...some.map((value) => ({ value, isOther: false })),
    ...others.map((value) => ({ value, isOther: true })),
  ].toSorted((one, other) => one.value - other.value)
  let ranks = 0
  for (let first = 0; first < all.length;) {
    let end = first
    while (end < all.length && all[end]?.value === all[first]?.value) end++
    const middle = (first + 1 + end) / 2
    for (let place = first; place < end; place++) if (all[place]?.isOther) ranks += middle
    first = end
  }
  return (ranks - (others.length * (others.length + 1)) / 2) / (some.length * others.length)
}

/**
 * Whether that area separates them: more than 0.05 from a half or, for few values, more than chance explains,
 * which is four standard deviations.
 */
export function isDistinguishable(area: number, some: number, others: number): boolean {
  const deviation = Math.sqrt((some + others + 1) / (12 * some * others))
  return Math.abs(area - 0.5) > Math.max(0.05, 4 * deviation)
}
