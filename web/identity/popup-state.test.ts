import { expect, test } from 'vitest'
import { lookAgain, sightingsNeeded, type Sight, type Watch } from './popup-state.ts'

const ours: Sight = { closed: false, readable: true }
const theirs: Sight = { closed: false, readable: false }
const gone: Sight = { closed: true, readable: false }
const led: Watch = { at: 'led', sightings: 0 }

function lookAll(watch: Watch, sights: Sight[]): Watch['at'] {
  return sights.reduce(lookAgain, watch).at
}

function times(count: number, sight: Sight): Sight[] {
  return Array.from({ length: count }, () => sight)
}

test('an empty window that is closed is closed', () => {
  expect(lookAll({ at: 'blank' }, [ours, ours])).toBe('blank')
  expect(lookAll({ at: 'blank' }, [ours, gone])).toBe('closed')
})

test('a window that stood open at the provider for a while is believed when it is closed', () => {
  const stood = [ours, ...times(sightingsNeeded, theirs)]
  expect(lookAll(led, stood)).toBe('provider')
  expect(lookAll(led, [...stood, ours])).toBe('provider')
  expect(lookAll(led, [...stood, gone])).toBe('closed')
})

test('a window that seems closed without having stood there may be out of sight only', () => {
  expect(lookAll(led, [gone])).toBe('out-of-sight')
  expect(lookAll(led, [ours, gone])).toBe('out-of-sight')
  // The link that is about to be cut still looks whole for a moment.
  expect(lookAll(led, [...times(sightingsNeeded - 1, theirs), gone])).toBe('out-of-sight')
  expect(lookAll(led, [gone, theirs, ours, gone])).toBe('out-of-sight')
})

test('a page of ours in between begins the count anew', () => {
  const seen = times(sightingsNeeded - 1, theirs)
  expect(lookAll(led, [...seen, ours, ...seen])).toBe('led')
  expect(lookAll(led, [...seen, ours, ...seen, theirs])).toBe('provider')
})
