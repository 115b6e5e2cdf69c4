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

test('a mail is stored completely, with its calendar as text', async () => {
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

test('the same message to the same recipient is stored once, also after a restart', async () => {
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

test('the pages escape a mail’s content and run none of it', async () => {
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

test('a mail is shown in the requested color scheme and with the requested images', async () => {
  const transport = createTransport(world.smtpUrl())
  await transport.sendMail({
    from: 'hello@dashfit.example',
    to: 'ann@example.com',
    subject: 'Lit',
    html: '<style>@media (prefers-color-scheme: dark){p{color:red}}</style><p>Hi</p><img src="https://pictures.example/a.png" alt="A car">',
  })
  transport.close()
  const [mail] = await mailbox()
  const shown = async (query: string) => {
    const answer = await fetch(world.url(`/sandbox/mailbox/${mail?.id}/html${query}`))
    return [await answer.text(), answer.headers.get('content-security-policy') ?? '']
  }
  const [asItIs, withPictures] = await shown('')
  expect(asItIs).toContain('@media (prefers-color-scheme: dark)')
  expect(withPictures).toContain('img-src data: http: https:')
  expect((await shown('?light=dark'))[0]).toContain('@media (min-width:0px){p')
  expect((await shown('?light=light'))[0]).toContain('@media (max-width:0px){p')
  expect((await shown('?pictures=off'))[1]).toContain("img-src 'none'")
  const page = await (await fetch(world.url(`/sandbox/mailbox/${mail?.id}?pictures=off`))).text()
  expect(page.match(/html\?light=\w+&amp;pictures=off/g)).toHaveLength(5)
  expect(page).toContain('pictures: 1')
})

test('the mail page shows headers, links and the calendar file', async () => {
  await send('ann@example.com', '<one@dashfit.example>')
  const [mail] = await mailbox()
  const page = await (await fetch(world.url(`/sandbox/mailbox/${mail?.id}`))).text()
  expect(page).toContain('Message-ID')
  expect(page).toContain('&lt;one@dashfit.example&gt;')
  expect(page).toContain('Calendar file')
})

test('the list filters by an address or a part of one, and says when it is empty', async () => {
  const list = async (query: string) => (await fetch(world.url(`/sandbox/mailbox${query}`))).text()
  expect(await list('')).toContain('No mail yet')
  await send('ann@example.com', '<one@dashfit.example>', 'To Ann')
  await send('bob@example.org', '<two@dashfit.example>', 'To Bob')
  const all = await list('')
  expect([all.includes('To Ann'), all.includes('To Bob'), all.includes('2 mails')]).toEqual([
    true,
    true,
    true,
  ])
  const some = await list('?to=EXAMPLE.org')
  expect([some.includes('To Ann'), some.includes('To Bob')]).toEqual([false, true])
  expect(await list('?to=%3Cb%3Enobody')).toContain('No mail to <b>&lt;b&gt;nobody</b>')
})

test('the sandbox reports the address of its mail server', async () => {
  const answer = await fetch(world.url('/sandbox/mail-server.json'))
  expect(await answer.json()).toEqual({ smtpUrl: world.smtpUrl() })
})

test('the root page redirects to the sandbox, on both names of this machine', async () => {
  for (const address of [world.url('/'), world.url('/').replace('localhost', '127.0.0.1')]) {
    const page = await fetch(address)
    expect(page.url).toMatch(/\/sandbox$/)
    expect(await page.text()).toContain('4000 0025 0000 3155')
  }
})

test('mail to bounce@ or bounce+anything@ is refused permanently and not stored', async () => {
  for (const to of ['bounce@example.test', 'Bounce+12@example.test'])
    await expect(send(to, `<${to}>`)).rejects.toThrow('550')
  await send('bounced@example.test', '<kept@example.test>')
  expect((await mailbox()).map((mail) => mail['to'])).toEqual([['bounced@example.test']])
})
