/** One line of the table: what was measured, what it should be, and whether it is; null where nothing is asked of it. */
export type Line = {
  what: string
  /** In words, with the unit of each number. */
  figure: string
  /** What the target is about, where it is one number. */
  value?: number
  target: string
  met: boolean | null
}

/** A number as it is read: three digits that tell, thousands apart, whole numbers whole. */
export function inWords(value: number): string {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
}

type Compared = { what: string; figure: string; value: number }

export function atLeast(target: number, { what, figure, value }: Compared): Line {
  return { what, figure, value, target: `at least ${inWords(target)}`, met: value >= target }
}

export function atMost(target: number, { what, figure, value }: Compared): Line {
  return { what, figure, value, target: `at most ${inWords(target)}`, met: value <= target }
}

/** Something that must be so. */
export function mustBe(what: string, figure: string, met: boolean): Line {
  return { what, figure, target: 'yes', met }
}

/** A figure that nothing is asked of. */
export function shown(what: string, figure: string, value?: number): Line {
  return { what, figure, ...(value === undefined ? {} : { value }), target: 'none', met: null }
}

/** What was left out and why: no miss, and no success either. */
export function notRun(what: string, reason: string): Line {
  return { what, figure: `not run: ${reason}`, target: 'none', met: null }
}
