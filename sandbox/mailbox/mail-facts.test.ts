import { expect, test } from 'vitest'
import { mailFacts } from './mail-facts.ts'

const filling = '\u00A0\u200C\u200B\u200D\u200E\u200F\uFEFF'.repeat(12)

test('the preview ends at the invisible filler', () => {
  const html = `<head><title>T</title><style>p{}</style></head><body><div>Held &amp; not charged.<div>${filling}</div></div><h1>Hi</h1></body>`
  expect(mailFacts(html, '').preview).toBe('Held & not charged.')
  expect(mailFacts('<p>One</p><p>two</p>', '').preview).toBe('One two')
  expect(mailFacts('', 'x'.repeat(200)).preview).toHaveLength(141)
})

test('links are listed with their text, images counted, entities decoded', () => {
  const facts = mailFacts(
    `<img src=a><a class="b" href="https://a.example/?x=1&amp;y=2"><b>Look</b> &#x2019; &#8217;</a><IMG>`,
    '',
  )
  expect(facts.links).toEqual([{ words: 'Look ’ ’', address: 'https://a.example/?x=1&y=2' }])
  expect(facts.pictures).toBe(2)
})
