import { assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { contact } from './appointments.ts'
import { formatPhone, isPhoneBeyondUse, phoneSentence, usPhoneDigits } from './us-phone.ts'

const shown = '(626) 555-0199'

test.each([
  '+1 (626) 555-0199',
  '1 626 555 0199',
  '626.555.0199',
  '6265550199',
  '(626) 555-0199',
  '626-555-0199',
  '+16265550199',
  '16265550199',
  '1-626-555-0199',
  '+1.626.555.0199',
  '(1) 626 555 0199',
  ' 626 555 0199 ',
  // As address books and word processors copy it.
  '\u202A+1\u00A0(626)\u00A0555\u20110199\u202C',
  '626\u2013555\u20130199',
])('%s is the US number (626) 555-0199, in the field and for the server', (typed) => {
  expect(usPhoneDigits(typed)).toBe('6265550199')
  expect(formatPhone(typed)).toBe(shown)
  expect(isPhoneBeyondUse(typed)).toBe(false)
  expect(contact.safeParse({ name: 'Pat', email: 'pat@example.test', phone: typed }).success).toBe(true)
})

test.each([
  ['', 'nothing'],
  ['626555019', 'nine digits'],
  ['62655501990', 'eleven digits without a leading 1'],
  ['+1 1 626 555 0199', 'two leading ones'],
  ['+1 626 555 01990', 'eleven digits after the country code'],
  ['0000000000', 'an area code with 0'],
  ['026 555 0199', 'an area code with 0'],
  ['1626555019', 'a leading 1 and nine digits'],
  ['(126) 555-0199', 'an area code with 1'],
  ['626 055 0199', 'an exchange with 0'],
  ['626 155 0199', 'an exchange with 1'],
  ['+44 20 7946 0958', 'another country'],
  ['+626 555 0199', 'another country'],
  ['001 626 555 0199', 'a dialing prefix'],
  ['626-555-0199 ext. 12', 'an extension'],
  ['626-CALL-NOW', 'letters'],
  ['tel:6265550199', 'a link'],
  ['++16265550199', 'two plus signs'],
  ['626+5550199', 'a plus sign within'],
  ['٦٢٦٥٥٥٠١٩٩', 'other digits'],
])('%s is refused: %s', (typed) => {
  expect(usPhoneDigits(typed)).toBeNull()
  const { error } = contact.safeParse({ name: 'Pat', email: 'pat@example.test', phone: typed })
  expect(error?.issues.map(({ message }) => message)).toContain(phoneSentence)
})

/** Types the text one character after another through the field's mask. */
function typeInto(text: string): string[] {
  const states: string[] = []
  for (const character of text) states.push(formatPhone((states.at(-1) ?? '') + character))
  return states
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

test.each([
  ['6265550199', shown],
  ['16265550199', shown],
  ['+16265550199', shown],
  ['+1 (626) 555-0199', shown],
  ['1 626 555 0199', shown],
  ['626.555.0199', shown],
])('%s typed one by one loses no digit on the way and ends as %s', (text, end) => {
  const states = typeInto(text)
  expect(states.at(-1)).toBe(end)
  for (const [index, state] of states.entries()) {
    const typed = digitsOf(text.slice(0, index + 1))
    expect([typed, typed.replace(/^1/, '')]).toContain(digitsOf(state))
  }
})

test('a digit too many stays visible, and is beyond use', () => {
  const state = typeInto('62655501995').at(-1) ?? ''
  expect(digitsOf(state)).toBe('62655501995')
  expect([isPhoneBeyondUse(state), isPhoneBeyondUse('+44 20'), isPhoneBeyondUse('+')]).toEqual([
    true,
    true,
    false,
  ])
})

test.each([shown, '+1 (626) 555-019', '1 (626) 555-019', '626-555-0199 x'])(
  'Backspace removes all of %s',
  (start) => {
    let text = start
    for (let presses = 0; presses < start.length; presses += 1) text = formatPhone(text.slice(0, -1))
    expect(text).toBe('')
  },
)

test('whatever is typed, the mask keeps every digit except a dropped country code', () => {
  const characters = Array.from('0123456789+-(). x')
  assert(
    property(string({ unit: constantFrom(...characters) }), (text) => {
      const digits = digitsOf(text)
      expect([digits, digits.replace(/^1/, '')]).toContain(digitsOf(formatPhone(text)))
      expect(formatPhone(formatPhone(text))).toBe(formatPhone(text))
    }),
  )
})
