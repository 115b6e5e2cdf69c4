import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import { hostileTexts, processorMsOf } from '../support/hostile-texts.ts'
import { checksOf, fieldsIn, requestParts, textFieldsOf, type TextField } from '../support/text-fields.ts'

/** The greatest processor time of one text in one field, in milliseconds. */
const limitMs = 50
/** Just below the limit of a body, so that the text is really read. */
const length = 60_000

type Named = TextField & { name: string; whole: z.core.$ZodType }

const fields: Named[] = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
  requestParts.flatMap((part) =>
    textFieldsOf(endpoint, part).map((field) => ({
      ...field,
      name: `${name} ${part} ${field.path.join('.')}`,
      whole: endpoint[part] as z.core.$ZodType,
    })),
  ),
)

/** The first check that reads the text must be its maximum, and end the checks. */
function hasMaximumFirst({ schema }: TextField): boolean {
  const first = checksOf(schema).find(({ check }) => check !== 'overwrite' && check !== 'min_length')
  return first?.check === 'max_length' && first.abort === true
}

async function slowTextsOf(field: TextField, whole: z.core.$ZodType, texts: Record<string, string>) {
  const slow: string[] = []
  for (const [shape, text] of Object.entries(texts)) {
    const value = field.withText(text)
    const ms = await processorMsOf(() => z.core.safeParse(whole, value), limitMs)
    if (ms >= limitMs) slow.push(`${shape}: ${Math.round(ms)} ms`)
  }
  return slow
}

/** The payout address as it was once read: its two parts overlap, and the maximum does not end the checks. */
const overlapping = z.strictObject({
  email: z.optional(z.string().check(z.trim(), z.maxLength(254), z.regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/))),
})

test('every text field of every endpoint has a maximum, which is checked before any pattern', () => {
  expect(fields.length).toBeGreaterThan(80)
  expect(fields.filter((field) => !hasMaximumFirst(field)).map(({ name }) => name)).toEqual([])
})

test('no text of 60,000 characters is accepted or takes 50 ms of processor time in any field', async () => {
  const texts = hostileTexts(length)
  const faults: string[] = []
  for (const field of fields) {
    for (const slow of await slowTextsOf(field, field.whole, texts)) faults.push(`${field.name}: ${slow}`)
    const accepted = Object.values(texts).some((text) => z.core.safeParse(field.schema, text).success)
    if (accepted) faults.push(`${field.name} accepts it`)
  }
  expect(faults).toEqual([])
})

test('control: a pattern with two ways to read a text, behind a maximum that does not abort, is found', async () => {
  const [field] = fieldsIn(overlapping)
  if (!field) throw new Error('the schema has no text field')
  expect(hasMaximumFirst(field)).toBe(false)
  // A third of the length is enough: the time grows with its square.
  expect(await slowTextsOf(field, overlapping, hostileTexts(length / 3))).toContainEqual(
    expect.stringMatching(/^an address of dots: \d{3,} ms$/),
  )
})

/** Texts that the server compares or hands on, and never shows. */
const compared =
  /(assword|token|code|confirmation|capture_method|timeZone|\.id|userId|rawId|answer\.response\.(part)?(\.0)?)$/

const unshowable = {
  'a line break': 'Bob\r\nBcc: c@d.example',
  'a line separator': 'Bob\u2028Bcc',
  'text in the other direction': 'invoice\u202Egnp.exe',
  'an isolated direction': '\u2067Bob',
  'nothing to see': '\u200B\u200D\u2060',
  'a blank letter': '\u3164',
}

test('every text of a body that people read refuses characters that cannot be shown', () => {
  const shown = fields.filter(({ name }) => name.includes(' body ') && !compared.test(name))
  expect(shown.length).toBeGreaterThan(40)
  const accepted = shown.flatMap(({ name, schema }) =>
    Object.entries(unshowable).flatMap(([kind, text]) =>
      z.core.safeParse(schema, text).success ? [`${name}: ${kind}`] : [],
    ),
  )
  expect(accepted).toEqual([])
  const names = [
    'shops.register body businessName',
    'appointments.book body name',
    'identity.signUp body name',
  ]
  for (const name of names)
    for (const text of ['Renée O’Neill & Söhne', '李小龍', 'علي حسن', 'Casey 🏎'])
      expect(z.core.safeParse(shown.find((field) => field.name === name)!.schema, text)).toMatchObject({
        data: text,
      })
})
