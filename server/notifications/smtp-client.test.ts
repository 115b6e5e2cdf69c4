import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'

import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'

import { sampleAppointmentMail } from '../../tests/notifications/sample-appointment-mail.ts'
import { voice } from '../../tests/notifications/sample-mails.ts'
import { renderMail } from './render-mail.ts'
import { MailRefusedError, sendDeadlineMs, smtpClient } from './smtp-client.ts'

type Received = { recipients: string[]; raw: Buffer }

const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

type Answer = { at: 'connect' | 'sender' | 'recipient' | 'data'; code: number }

async function startMailServer(answer?: Answer): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const answerAt = (place: Answer['at']): Error | null =>
    answer?.at === place ? Object.assign(new Error('Not here'), { responseCode: answer.code }) : null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_, done) => done(answerAt('connect')),
    onMailFrom: (_, __, done) => done(answerAt('sender')),
    onRcptTo: (_, __, done) => done(answerAt('recipient')),
    onData(stream, session, done) {
      buffer(stream).then(
        (raw) => {
          received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), raw })
          done(answerAt('data'))
        },
        (error: Error) => done(error),
      )
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closings.push(() => server.close())
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received }
}

function clientOf(url: string) {
  const client = smtpClient(url, 'Dashfit <appointments@dashfit.example>')
  closings.push(() => client.close())
  return client
}

const plain = {
  to: 'dana@example.com',
  messageId: '<0198f2a4@dashfit.example>',
  subject: 'Confirmed',
  html: '<p>Hello</p>',
  text: 'Hello',
  attachments: [],
}

test('a confirmation arrives complete: both bodies, the calendar file and the given message id', async () => {
  const { url, received } = await startMailServer()
  const rendered = await renderMail(
    'appointment_confirmed',
    sampleAppointmentMail({ customerName: 'Zoë 😀 Müller' }),
    voice,
  )
  await clientOf(url).send({ ...rendered, to: 'dana@example.com', messageId: plain.messageId })
  const [mail] = received
  const parsed = await PostalMime.parse(mail?.raw ?? Buffer.alloc(0), { attachmentEncoding: 'utf8' })
  expect(mail?.recipients).toEqual(['dana@example.com'])
  expect(parsed.messageId).toBe(plain.messageId)
  expect(parsed.from).toEqual({ name: 'Dashfit', address: 'appointments@dashfit.example' })
  expect(parsed.subject).toBe(rendered.subject)
  expect(parsed.text?.replaceAll('\r\n', '\n').trim()).toBe(rendered.text.trim())
  expect(parsed.html).toContain('Zoë 😀 Müller')
  const [file, ...more] = parsed.attachments
  expect(more).toEqual([])
  expect(file).toMatchObject({ filename: 'appointment.ics', mimeType: 'text/calendar' })
  // The parser normalizes line ends.
  expect(file?.content).toBe(rendered.attachments[0]?.content.replaceAll('\r\n', '\n'))
  expect(mail?.raw.toString()).toMatch(/^Content-Type: text\/calendar;[^]*?method=PUBLISH/m)
  expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

const encodingsOf = (raw: Buffer | undefined, type: string): string[] =>
  [...String(raw).matchAll(/^Content-Type: (\S+);[^]*?^Content-Transfer-Encoding: (\S+)/gm)]
    .filter(([, found]) => found === type)
    .map(([, , encoding = '']) => encoding)

test.each([
  { about: 'as it is', customerName: 'Dana Whitfield', encoding: '7bit' },
  { about: 'encoded for an accent', customerName: 'Zoë Müller', encoding: 'quoted-printable' },
  {
    about: 'encoded for a line that no mail may have',
    customerName: 'Dana '.repeat(240),
    encoding: 'quoted-printable',
  },
])('the HTML leaves $about, and arrives as it was written', async ({ customerName, encoding }) => {
  const { url, received } = await startMailServer()
  const rendered = await renderMail('appointment_confirmed', sampleAppointmentMail({ customerName }), voice)
  await clientOf(url).send({ ...rendered, to: plain.to, messageId: plain.messageId })
  const raw = received[0]?.raw
  expect(encodingsOf(raw, 'text/html')).toEqual([encoding])
  expect(
    Math.max(
      ...String(raw)
        .split('\r\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(998)
  const parsed = await PostalMime.parse(raw ?? Buffer.alloc(0))
  expect(parsed.html?.replaceAll('\r\n', '\n').trim()).toBe(rendered.html)
})

test('a line of HTML with a leading dot keeps it', async () => {
  const { url, received } = await startMailServer()
  const html = '<p>One</p>\n.two\n.\n<p>Three</p>'
  await clientOf(url).send({ ...plain, html })
  const parsed = await PostalMime.parse(received[0]?.raw ?? Buffer.alloc(0))
  expect(parsed.html?.replaceAll('\r\n', '\n').trim()).toBe(html)
})

test('a subject with line breaks adds no header and no recipient', async () => {
  const { url, received } = await startMailServer()
  await clientOf(url).send({ ...plain, subject: 'Confirmed\r\nBcc: thief@example.com\r\n\r\nHello' })
  const parsed = await PostalMime.parse(received[0]?.raw ?? Buffer.alloc(0))
  expect(received[0]?.recipients).toEqual(['dana@example.com'])
  expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(parsed.text?.trim()).toBe('Hello')
})

test.each([
  'dana@example.com, thief@example.com',
  'dana@example.com\r\nRCPT TO:<thief@example.com>',
  'Dana <dana@example.com>',
  '"dana@example.com thief"@example.com',
  'dana',
  '',
])('the recipient %j is refused before anything is sent', async (to) => {
  const { url, received } = await startMailServer()
  await expect(clientOf(url).send({ ...plain, to })).rejects.toThrow('not one email address')
  expect(received).toEqual([])
})

test('a path or URL as attachment content stays text', async () => {
  const { url, received } = await startMailServer()
  const attachments = [{ filename: 'a.txt', content: '/etc/hostname', contentType: 'text/plain' }]
  await clientOf(url).send({ ...plain, attachments })
  const parsed = await PostalMime.parse(received[0]?.raw ?? Buffer.alloc(0), { attachmentEncoding: 'utf8' })
  expect(parsed.attachments[0]?.content).toBe('/etc/hostname')
})

test.each<Answer>([
  { at: 'recipient', code: 550 },
  { at: 'recipient', code: 553 },
  { at: 'data', code: 552 },
  { at: 'data', code: 554 },
])('the reply $code at stage $at is a permanent refusal', async (answer) => {
  const { url } = await startMailServer(answer)
  await expect(clientOf(url).send(plain)).rejects.toThrow(MailRefusedError)
})

test.each<Answer>([
  { at: 'recipient', code: 450 },
  { at: 'data', code: 451 },
  // Misconfigured or not authenticated: the mail can be sent once that is fixed.
  { at: 'recipient', code: 530 },
  { at: 'recipient', code: 503 },
  { at: 'sender', code: 550 },
  { at: 'connect', code: 554 },
])('the reply $code at stage $at allows a retry', async (answer) => {
  const { url } = await startMailServer(answer)
  const error: unknown = await clientOf(url)
    .send(plain)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(MailRefusedError)
})

test('many mails share a small pool of connections', async () => {
  const { url, received } = await startMailServer()
  const client = clientOf(url)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => client.send({ ...plain, messageId: `<${index}@x.example>` })),
  )
  const ids = await Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId))
  expect(new Set(ids).size).toBe(20)
})

test('a server without a greeting times out after five seconds', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closings.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const begun = performance.now()
  await expect(clientOf(`smtp://127.0.0.1:${port}`).send(plain)).rejects.toThrow(/greeting/i)
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test('a server that accepts a mail without replying times out exactly at the deadline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  closings.push(() => vi.useRealTimers())
  const taken: true[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // Keeps reading, so that only the deadline ends the connection.
    onData: (stream) => void stream.resume().on('end', () => taken.push(true)),
  })
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const net = server.listen(0, '127.0.0.1', () => resolve(net.address() as AddressInfo))
  })
  closings.push(() => server.close())
  let hasEnded = false
  const sending = clientOf(`smtp://127.0.0.1:${port}`).send(plain)
  const ending = sending.then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  )
  let left = sendDeadlineMs
  // The server greets after a tenth of a second.
  for (; taken.length === 0; left--) {
    vi.advanceTimersByTime(1)
    await nextTurn()
  }
  vi.advanceTimersByTime(left - 1)
  await nextTurn()
  expect(hasEnded).toBe(false)
  vi.advanceTimersByTime(1)
  await ending
  await expect(sending).rejects.toThrow(/abort|too long/i)
})
