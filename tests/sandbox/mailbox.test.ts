import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox

beforeEach(async () => {
  world = await openSandbox()
})
afterEach(() => world.close())

const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'

async function send(to: string, messageId: string, subject = 'Installation confirmed'): Promise<void> {
  const transport = createTransport(world.smtpUrl())
  await transport.sendMail({
    from: 'Dashfit <hello@dashfit.example>',
    to,
    messageId,
    subject,
    text: 'See you soon, José.',
    html: '<p>See you soon, <b>José</b>.</p><script>alert(1)</script>',
    attachments: [
      {
        filename: 'invite.ics',
        content: calendar,
        contentType: 'text/calendar; charset=utf-8; method=REQUEST',
      },
      { filename: 'map.png', content: Buffer.from([1, 2, 3]), contentType: 'image/png' },
    ],
  })
  transport.close()
}

async function mailbox(query = ''): Promise<{ id: string; subject: string; [field: string]: unknown }[]> {
  const answer = await fetch(world.url(`/sandbox/mailbox.json${query}`))
  return (await answer.json()) as { id: string; subject: string }[]
}

test('a mail is kept whole, with its calendar as text', async () => {
  await send('ann@example.com', '<one@dashfit.example>')
  expect(await mailbox()).toMatchObject([
    {
      messageId: '<one@dashfit.example>',
      from: 'Dashfit <hello@dashfit.example>',
      to: ['ann@example.com'],
      subject: 'Installation confirmed',
      text: expect.stringContaining('See you soon, José.') as string,
      attachments: [
        { filename: 'invite.ics', contentType: 'text/calendar', content: calendar },
        { filename: 'map.png', contentType: 'image/png', content: 'AQID' },
      ],
    },
  ])
})

test('the same message to the same person is kept once, also after a restart', async () => {
  await send('ann@example.com', '<one@dashfit.example>')
  await world.restart()
  await send('ann@example.com', '<one@dashfit.example>')
  await send('bob@example.com', '<one@dashfit.example>')
  await send('ann@example.com', '<two@dashfit.example>', 'Installation moved')
  expect((await mailbox()).map((mail) => mail.subject)).toEqual([
    'Installation moved',
    'Installation confirmed',
    'Installation confirmed',
  ])
  expect(await mailbox('?to=ANN@example.com')).toHaveLength(2)
})

test('the pages escape what a mail says and run none of it', async () => {
  await send('ann@example.com', '<one@dashfit.example>', '<img src=x onerror=alert(1)>')
  const [mail] = await mailbox()
  for (const path of ['/sandbox/mailbox', `/sandbox/mailbox/${mail?.id}`]) {
    const page = await fetch(world.url(path))
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await page.text()
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).not.toContain('<img')
  }
  const shown = await fetch(world.url(`/sandbox/mailbox/${mail?.id}/html`))
  expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-scripts)/)
  const attached = await fetch(world.url(`/sandbox/mailbox/${mail?.id}/attachments/0`))
  expect(attached.headers.get('content-disposition')).toContain('attachment')
  expect(await attached.text()).toBe(calendar)
  expect((await fetch(world.url('/sandbox/mailbox/none'))).status).toBe(404)
})

test('the first page leads to the sandbox, on both names of this machine', async () => {
  for (const address of [world.url('/'), world.url('/').replace('localhost', '127.0.0.1')]) {
    const page = await fetch(address)
    expect(page.url).toMatch(/\/sandbox$/)
    expect(await page.text()).toContain('4000 0025 0000 3155')
  }
})

test('mail to bounce@ or bounce+anything@ is refused for good, and nothing of it is kept', async () => {
  for (const to of ['bounce@example.test', 'Bounce+12@example.test'])
    await expect(send(to, `<${to}>`)).rejects.toThrow('550')
  await send('bounced@example.test', '<kept@example.test>')
  expect((await mailbox()).map((mail) => mail['to'])).toEqual([['bounced@example.test']])
})
