import { expect, test } from 'vitest'
import { mostSignaturePoints, mostSignatureStrokes } from '../../../contract/limits.ts'
import { strokes as strokesSchema } from '../../../contract/workshop/work-order.ts'
import { strokesOf } from './signature-strokes.ts'

const size = { width: 300, height: 120 }

test('a drawing is kept in the box of the signature, whatever the size of the canvas', () => {
  const drawn = [
    {
      points: [
        { x: 0, y: 0 },
        { x: 150, y: 60 },
        { x: 300, y: 120 },
      ],
    },
  ]
  expect(strokesOf(drawn, size)).toEqual([
    [
      [0, 0],
      [500, 200],
      [1000, 400],
    ],
  ])
  // A finger that leaves the box.
  expect(strokesOf([{ points: [{ x: -5, y: 500 }] }], size)).toEqual([[[0, 400]]])
})

test('the longest drawing is accepted, with its last point', () => {
  const points = Array.from({ length: 5000 }, (_, index) => ({ x: index % 300, y: index % 120 }))
  const strokes = strokesOf(
    Array.from({ length: 200 }, () => ({ points })),
    size,
  )
  expect(strokes).toHaveLength(mostSignatureStrokes)
  expect(strokes.flat().length).toBeLessThanOrEqual(mostSignaturePoints)
  expect(strokes.flat().length).toBeGreaterThan(mostSignaturePoints / 2)
  expect(strokes[0]?.at(-1)).toEqual([Math.round((199 / 300) * 1000), Math.round((79 / 120) * 400)])
  expect(strokesSchema.safeParse(strokes).success).toBe(true)
})
