import { array, assert, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { findFreeTop } from './free-place.ts'

const card = { height: 80, present: null }

test('a card lies at the bottom of the window, or else above the lowest control with room above it', () => {
  expect(findFreeTop(card, [], 800)).toBe(708)
  expect(findFreeTop(card, [{ top: 700, bottom: 744 }], 800)).toBe(608)
  expect(
    findFreeTop(
      card,
      [
        { top: 700, bottom: 744 },
        { top: 600, bottom: 660 },
      ],
      800,
    ),
  ).toBe(508)
})

test('a card keeps its place while that is free, and has none in a window full of controls', () => {
  expect(findFreeTop({ height: 80, present: 300 }, [], 800)).toBe(300)
  expect(findFreeTop({ height: 80, present: 300 }, [{ top: 350, bottom: 390 }], 800)).toBe(708)
  expect(findFreeTop(card, [{ top: 0, bottom: 800 }], 800)).toBeNull()
})

test('no place covers a control or leaves the window', () => {
  const extent = tuple(integer({ min: -100, max: 900 }), integer({ min: 1, max: 200 })).map(
    ([top, height]) => ({ top, bottom: top + height }),
  )
  assert(
    property(array(extent, { maxLength: 12 }), integer({ min: 30, max: 200 }), (controls, height) => {
      const top = findFreeTop({ height, present: null }, controls, 800)
      if (top === null) return
      expect(top).toBeGreaterThanOrEqual(0)
      expect(top + height).toBeLessThanOrEqual(800)
      for (const control of controls) expect(control.bottom <= top || control.top >= top + height).toBe(true)
    }),
  )
})
