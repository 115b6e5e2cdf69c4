import { expect, test } from 'vitest'
import { sampleAppointmentMail } from '../../tests/notifications/sample-appointment-mail.ts'
import { greeting } from './appointment-words.ts'

test.each([
  ['Dana Whitfield', 'Hi Dana,'],
  ['  Zoë  Anne Müller', 'Hi Zoë,'],
  ['Dana', 'Hi Dana,'],
  ['Dr. Whitfield', 'Hi Dr. Whitfield,'],
  ['Whitfield, Dana', 'Hi Whitfield, Dana,'],
  ['', 'Hello,'],
])('the mail to %j begins with %j', (customerName, expected) => {
  expect(greeting(sampleAppointmentMail({ customerName }))).toBe(expected)
})
