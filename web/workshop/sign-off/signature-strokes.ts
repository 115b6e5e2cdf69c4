import { mostSignaturePoints, mostSignatureStrokes } from '../../../contract/limits.ts'
import { signatureBox, type Strokes } from '../../../contract/workshop/work-order.ts'

type Size = { width: number; height: number }
type Drawn = readonly { points: readonly { x: number; y: number }[] }[]

const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))

/** Every nth item and the last one. */
function thinOut<Item>(items: readonly Item[], step: number): Item[] {
  return items.filter((_, index) => index % step === 0 && index < items.length - 1).concat(items.slice(-1))
}

/** A drawing in a canvas of this size as lines in the signature's box. */
export function strokesOf(drawn: Drawn, { width, height }: Size): Strokes {
  const lines = drawn.slice(0, mostSignatureStrokes)
  const total = lines.reduce((sum, { points }) => sum + points.length, 0)
  // Each line may keep its first and last point beside every nth.
  const step = Math.max(1, Math.ceil(total / (mostSignaturePoints - 2 * mostSignatureStrokes)))
  return lines.flatMap(({ points }) => {
    const stroke = thinOut(points, step).map(({ x, y }) => [
      within((x / width) * signatureBox.width, signatureBox.width),
      within((y / height) * signatureBox.height, signatureBox.height),
    ])
    return stroke.length === 0 ? [] : [stroke]
  })
}
