import { expect, test } from 'vitest'
import { countIndirect } from './indirect-subjects.ts'

test('comment lines and test names are counted, and those with a pronoun as subject are found', () => {
  const counted = countIndirect(`
    /** What a query asks. */
    /**
     * Requests with equal keys share one result.
     * Nobody waits longer.
     */
    const what = 'who' // whatever
    // A lock of the shop's row.
    test('somebody books', () => {})
    test.each([1])('a booking of %s hours', () => {})
    describe("whoever is gone", () => {})
  `)
  expect(counted.comments).toEqual({ all: 4, indirect: ['What a query asks.', 'Nobody waits longer.'] })
  expect(counted.testNames).toEqual({
    all: 3,
    indirect: ['somebody books', 'whoever is gone'],
  })
})

test('a relative clause behind its noun is no indirect subject', () => {
  const counted = countIndirect('// Customers who left.\n// A hold whose row is gone.')
  expect(counted.comments.indirect).toEqual([])
})
