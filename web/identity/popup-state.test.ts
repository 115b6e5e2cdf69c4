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

test('an empty window that is closed is closed', () => {
  expect(lookAll({ at: 'blank' }, [ours, ours])).toBe('blank')
  expect(lookAll({ at: 'blank' }, [ours, gone])).toBe('closed')
})

test('a window that stood open at the provider for a while is believed when it is closed', () => {
  const stood = [ours, ...times(requiredSightings, theirs)]
  expect(lookAll(led, stood)).toBe('provider')
  expect(lookAll(led, [...stood, ours])).toBe('provider')
  expect(lookAll(led, [...stood, gone])).toBe('closed')
})

test('a window that seems closed without having stood there may be out of sight only', () => {
  expect(lookAll(led, [gone])).toBe('out-of-sight')
  expect(lookAll(led, [ours, gone])).toBe('out-of-sight')
  // The link that is about to be cut still looks whole for a moment.
  expect(lookAll(led, [...times(requiredSightings - 1, theirs), gone])).toBe('out-of-sight')
  expect(lookAll(led, [gone, theirs, ours, gone])).toBe('out-of-sight')
})

test('a page of ours in between begins the count anew', () => {
  const seen = times(requiredSightings - 1, theirs)
  expect(lookAll(led, [...seen, ours, ...seen])).toBe('led')
  expect(lookAll(led, [...seen, ours, ...seen, theirs])).toBe('provider')
})
