import type { Strokes } from './work-order.ts'

/** The lines of a signature as the path of an SVG picture of its box. A single point becomes a dot. */
export function pathOf(strokes: Strokes): string {
  return strokes
    .map(([first = [], ...rest]) => {
      const line = rest.length === 0 ? [first] : rest
      return `M${first.join(' ')}${line.map((point) => `L${point.join(' ')}`).join('')}`
    })
    .join('')
}
