import { expect, test } from 'vitest'
import { mailSubject } from './mail-subject.ts'

test('a name that fits appears unchanged in the subject', () => {
  expect(mailSubject('Confirmed: ', 'Smart Connect Essential', ' on Wed, Sep 30, 10:00 AM')).toBe(
    'Confirmed: Smart Connect Essential on Wed, Sep 30, 10:00 AM',
  )
})

test.each(['x'.repeat(200), 'two words '.repeat(20), '👩‍🔧'.repeat(40), 'm\u0301'.repeat(90)])(
  '%s is shortened to the available room, with the whole date after it',
  (name) => {
    const subject = mailSubject('No card is held: ', name, ' on Mon, Dec 7, 9:00 AM')
    expect(subject.length).toBeLessThanOrEqual(59)
    expect(subject.length).toBeGreaterThan(50)
    expect(subject).toMatch(/^No card is held: .+\S… on Mon, Dec 7, 9:00 AM$/u)
    expect(Buffer.from(subject).toString()).toBe(subject)
    // No grapheme is split.
    expect(subject).not.toMatch(/\u200D…|m…$/u)
  },
)
