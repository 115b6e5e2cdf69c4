import { expect, test } from 'vitest'
import { changeInWords, settingInWords } from './setting-words.ts'

test.each([
  ['hours.1', 'Hours on Monday'],
  ['hours.7', 'Hours on Sunday'],
  ['bay.12', 'Bay'],
  ['closure.3', 'Closure'],
  ['payout.account', 'Account number'],
  ['name', 'Business name'],
  ['of-a-later-version', 'of-a-later-version'],
])('the setting %s is shown as %s', (setting, words) => {
  expect(settingInWords(setting)).toBe(words)
})

test.each([
  ['request.address', null, '9 Main St', null, 'Requested: new address', null, '9 Main St'],
  ['request.name', 'A', 'B', null, 'Requested: new name', 'A', 'B'],
  ['request.address', '9 Main St', null, 'approved', 'Approved: new address', null, '9 Main St'],
  ['request.name', 'B', null, 'rejected', 'Declined: new name', null, 'B'],
  ['request.timeZone', 'UTC', null, 'withdrawn', 'Withdrawn: new time zone', null, 'UTC'],
  ['bay.3', 'Lift', null, null, 'Bay:', 'Lift', 'removed'],
  ['status', 'pending', 'approved', null, 'Status:', 'pending', 'approved'],
] as const)('%s from %s to %s (%s) reads: %s', (setting, before, after, outcome, title, gone, value) => {
  expect(changeInWords({ setting, person: null, before, after, outcome })).toEqual({ title, gone, value })
})

test('a change of access names the person', () => {
  const change = { setting: 'person.u1', person: 'Ana Lopez', outcome: null }
  expect(changeInWords({ ...change, before: null, after: 'desk' })).toEqual({
    title: 'Access of Ana Lopez:',
    gone: null,
    value: 'Front desk',
  })
  const ended = { title: 'Access of Ana Lopez:', gone: 'Front desk', value: 'ended' }
  expect(changeInWords({ ...change, before: 'desk', after: null })).toEqual(ended)
})

test('an invitation names its address and its role', () => {
  const change = { setting: 'invitation.i1', person: 'kim@example.com', outcome: null }
  expect(changeInWords({ ...change, before: null, after: 'desk' })).toEqual({
    title: 'Invited kim@example.com as',
    gone: null,
    value: 'Front desk',
  })
  const withdrawn = { title: 'Withdrew the invitation of kim@example.com', gone: null, value: '' }
  expect(changeInWords({ ...change, before: 'desk', after: null })).toEqual(withdrawn)
  expect(changeInWords({ ...change, person: null, before: null, after: 'desk' }).title).toBe(
    'Invited a person as',
  )
})
