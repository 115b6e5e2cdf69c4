import { expect, test } from 'vitest'
import { nextPopupState, requiredSightings, type PopupSight, type PopupState } from './popup-state.ts'

const ours: PopupSight = { closed: false, readable: true }
const theirs: PopupSight = { closed: false, readable: false }
const gone: PopupSight = { closed: true, readable: false }
const led: PopupState = { at: 'led', sightings: 0 }

function lookAll(watch: PopupState, sights: PopupSight[]): PopupState['at'] {
  return sights.reduce(nextPopupState, watch).at
}

function times(count: number, sight: PopupSight): PopupSight[] {
  return Array.from({ length: count }, () => sight)
}

test('an empty popup that is closed is closed', () => {
  expect(lookAll({ at: 'blank' }, [ours, ours])).toBe('blank')
  expect(lookAll({ at: 'blank' }, [ours, gone])).toBe('closed')
})

test('after a while open at the provider, a popup’s closed is reliable', () => {
  const stood = [ours, ...times(requiredSightings, theirs)]
  expect(lookAll(led, stood)).toBe('provider')
  expect(lookAll(led, [...stood, ours])).toBe('provider')
  expect(lookAll(led, [...stood, gone])).toBe('closed')
})

test('a popup that seems closed without that may only be out of sight', () => {
  expect(lookAll(led, [gone])).toBe('out-of-sight')
  expect(lookAll(led, [ours, gone])).toBe('out-of-sight')
  // The link still looks intact for a moment before it is cut.
  expect(lookAll(led, [...times(requiredSightings - 1, theirs), gone])).toBe('out-of-sight')
  expect(lookAll(led, [gone, theirs, ours, gone])).toBe('out-of-sight')
})

test('a page of ours in between restarts the count', () => {
  const seen = times(requiredSightings - 1, theirs)
  expect(lookAll(led, [...seen, ours, ...seen])).toBe('led')
  expect(lookAll(led, [...seen, ours, ...seen, theirs])).toBe('provider')
})
