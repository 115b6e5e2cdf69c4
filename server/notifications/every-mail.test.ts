import { expect, test } from 'vitest'
import { voice } from '../../tests/notifications/sample-mails.ts'
import { mailSamples, type MailSample } from '../../tests/notifications/sample-variants.ts'
import { customerKinds } from './limits/mail-policies.ts'
import { mailKinds } from './mail-kinds.ts'
import { renderMail } from './render-mail.ts'

/** Gmail clips a mail beyond 102 kB. */
const clipLimit = 100_000

const samples = mailSamples.map((sample): [string, MailSample] => [
  [sample.kind, sample.about].filter(Boolean).join(', '),
  sample,
])

/**
 * Phrases that the text version words differently: the sentence before the button's address, and 'was', which
 * is in brackets there.
 */
const htmlOnlyPhrases = new Set(['or open this address:', 'was'])

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** The visible text of the HTML, piece by piece, from top to bottom. */
function visiblePieces(html: string): string[] {
  const body = html
    .replace(/^.*?<body[^>]*>/s, '')
    .replace(/<div[^>]*data-skip-in-text.*?<\/div>(<\/div>)?/s, '')
    .replaceAll(/<!--.*?-->/gs, '')
  return body
    .split(/<[^>]*>/)
    .map((piece) =>
      plain(
        piece
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#x27;', "'")
          .replaceAll('&amp;', '&'),
      ),
    )
    .filter((piece) => piece !== '' && !htmlOnlyPhrases.has(piece))
}

test.each(samples)(
  'the text version of %s contains everything in the HTML, in the same order',
  async (_, { kind, payload }) => {
    const { html, text } = await renderMail(kind, payload, voice)
    const textVersion = plain(text)
    const pieces = visiblePieces(html)
    expect(pieces.length).toBeGreaterThan(6)
    let at = 0
    for (const piece of pieces) {
      const found = textVersion.indexOf(piece, at)
      expect(
        found,
        `“${piece}” after “${textVersion.slice(Math.max(0, at - 40), at)}”`,
      ).toBeGreaterThanOrEqual(0)
      at = found + piece.length
    }
  },
)

test.each(samples)(
  '%s has a subject and a preview line within their limits, and repeats neither',
  (_, sample) => {
    const { subject, preview, title, footer } = mailKinds[sample.kind].describe(
      sample.payload,
      voice.brandName,
    )
    expect(subject.length).toBeLessThan(60)
    expect(preview.length).toBeGreaterThan(20)
    expect(preview.length).toBeLessThanOrEqual(150)
    expect([subject, title]).not.toContain(preview)
    expect(footer[0]).toMatch(/^You're getting this because /)
    const isToCustomer = customerKinds.includes(sample.kind)
    expect(footer.at(-1)).toMatch(
      isToCustomer ? /^Questions\? (Reply to reach|Call|Ask) the shop/ : /^Questions\? Just reply\.$/,
    )
    if (isToCustomer) {
      const { shopName, shopAddress } = mailKinds.appointment_confirmed.schema.parse(sample.payload)
      expect(footer).toContain(`${shopName}, ${shopAddress}`)
    }
  },
)

test.each(samples.filter(([, { kind }]) => kind !== 'email_code'))(
  '%s has one button, with its address in plain text beside it',
  async (_, { kind, payload }) => {
    const { html, text } = await renderMail(kind, payload, voice)
    const links = [
      ...html.replaceAll('&amp;', '&').matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs),
    ].filter(([tag, href]) => !href?.startsWith('tel:') && !tag.includes('job-link'))
    expect(links).toHaveLength(2)
    const [button, address] = links.map(([, href, inside]) => [href, visiblePieces(inside ?? '').join(' ')])
    expect(button?.[1]).toMatch(/^[a-z ]{8,30}$/)
    expect(address).toEqual([button?.[0], button?.[0]?.toLowerCase()])
    expect(text.split('\n')).toContain(button?.[0])
  },
)

test.each(samples)(
  '%s shows user input unchanged, except for bidirectional control characters',
  async (_, sample) => {
    const { subject, html, text } = await renderMail(sample.kind, sample.payload, voice)
    expect(html).not.toContain('<b>')
    expect(subject + text).not.toMatch(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/)
    expect(html).not.toMatch(/[\u061C\u202A-\u202E\u2066-\u2069]/)
    if (sample.about === 'awkward names') expect(html).toContain('&lt;b&gt;Dr. Wolfeschlegel')
  },
)

test.each(samples)('%s keeps to the limits of every mail client', async (_, { kind, payload }) => {
  const { html } = await renderMail(kind, payload, voice)
  expect(Buffer.byteLength(html)).toBeLessThan(clipLimit)
  expect(html).toMatch(/<html lang="en" dir="ltr">.*<title>[^<]+<\/title>/s)
  expect(html).toMatch(
    /<div role="article" aria-roledescription="email" aria-label="[^"]+" lang="en" dir="ltr">/,
  )
  // Every table is for layout, except the one whose rows have headings.
  for (const [table] of html.matchAll(/<table[^>]*>(?:(?!<table).)*/gs)) {
    expect(/^<table[^>]*role="presentation"/.test(table) || table.includes('<th scope="row"')).toBe(true)
  }
  for (const [, size] of html.matchAll(/font-size:(\d+)px/g)) expect(Number(size)).toBeGreaterThanOrEqual(14)
  expect(html).not.toMatch(/display:(flex|grid)|position:|<img|background-image|@import|<script/)
  // Gmail accepts style sheets of up to 16,384 characters.
  for (const [, sheet] of html.matchAll(/<style>(.*?)<\/style>/gs)) expect(sheet?.length).toBeLessThan(16_384)
  expect(html).toMatch(/<!--\[if mso\]><xml>.*<!\[endif\]--><\/head>/s)
})

const nonAsciiCharacters = (text: string): string[] => text.match(/[^\n\x20-\x7E]/gu) ?? []

test.each(samples.filter(([, { payload }]) => nonAsciiCharacters(JSON.stringify(payload)).length === 0))(
  '%s is pure ASCII if its payload is',
  async (_, { kind, payload }) => {
    expect(nonAsciiCharacters((await renderMail(kind, payload, voice)).html)).toEqual([])
  },
)
