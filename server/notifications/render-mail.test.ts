import { expect, test } from 'vitest'

import { sampleAppointmentMail } from '../../tests/notifications/sample-appointment-mail.ts'
import { voice } from '../../tests/notifications/sample-mails.ts'
import { renderMail } from './render-mail.ts'

const facts = [
  'Monday, December 7, 2026',
  '9:00 AM PST',
  'Smart Connect Premium',
  '3-4 hours',
  'Alhambra Auto Sports',
  '1200 W Main St, Alhambra, CA 91801',
  '2021 BMW X5',
  'WBA5A7C50FD123456',
  'Dana Whitfield',
  '(626) 555-0142',
  'dana.whitfield@example.com',
  'Your card will only be charged $799 after the installation is completed and confirmed.',
  'https://dashfit.example/appointments',
]

test('the HTML and the text both tell everything about the appointment', async () => {
  const mail = await renderMail('appointment_confirmed', sampleAppointmentMail(), voice)
  expect(mail.subject).toBe('Confirmed: Smart Connect Premium on Mon, Dec 7 at 9:00 AM')
  for (const fact of facts) {
    expect(mail.html).toContain(fact)
    expect(mail.text).toContain(fact)
  }
  expect(mail.attachments).toEqual([
    {
      filename: 'appointment.ics',
      content: expect.stringContaining('DTSTART:20261207T170000Z'),
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    },
  ])
})

test('the time is the shop’s, with the name its zone has on that day', async () => {
  const summer = sampleAppointmentMail({
    startsAt: '2027-07-06T23:00:00Z',
    endsAt: '2027-07-07T03:00:00Z',
  })
  const { subject, text } = await renderMail('appointment_confirmed', summer, voice)
  expect(text).toContain('Tuesday, July 6, 2027\n4:00 PM PDT')
  expect(subject).toContain('Tue, Jul 6 at 4:00 PM')
})

test('a vehicle without a VIN has no line for it', async () => {
  const vehicle = { year: 2021, make: 'BMW', model: 'X5', vin: null }
  const { html, text } = await renderMail('appointment_confirmed', sampleAppointmentMail({ vehicle }), voice)
  expect(html + text).not.toContain('VIN')
})

test('the mail loads nothing from anywhere and its one link is My Appointments', async () => {
  const { html } = await renderMail('appointment_confirmed', sampleAppointmentMail(), voice)
  expect(html).not.toMatch(/<img|<script|<link|url\(|src=/)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://dashfit.example/appointments',
  ])
})

test('what a customer typed is text: no markup, no line of its own, no turned writing', async () => {
  const customerName = '<img src=x onerror=alert(1)>\r\nBcc: thief@example.com\u202Egnp'
  const { subject, html, text } = await renderMail(
    'appointment_confirmed',
    sampleAppointmentMail({ customerName, packageName: 'Premium\r\nBcc: thief@example.com' }),
    voice,
  )
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; Bcc: thief@example.com gnp')
  expect(subject).not.toMatch(/[\r\n]/)
  expect(text).not.toMatch(/^Bcc/m)
  expect(html + text).not.toContain('\u202E')
})

test('a link that is no web address is refused, and so is a kind nobody knows', async () => {
  const mail = sampleAppointmentMail({ manageUrl: 'javascript:alert(1)' })
  await expect(renderMail('appointment_confirmed', mail, voice)).rejects.toThrow()
  await expect(renderMail('newsletter', sampleAppointmentMail(), voice)).rejects.toThrow(
    'There is no mail of the kind "newsletter".',
  )
})
