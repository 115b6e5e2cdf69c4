import { expect, test } from 'vitest'
import { vinNoteOf } from './vin-words.ts'

type Chosen = { year?: string; make?: string; model?: string }

const note = (vin: string, chosen: Chosen = {}, currentYear = 2026, model: string | null = null) =>
  vinNoteOf({ year: '', make: '', model: '', vin, ...chosen }, { model, notSold: null }, currentYear)

const bmwOf2020 = '5UXCR6C0XL9C77256'
const bmwOf2026 = 'WBX73EF02T5577908'
const audiOf2018 = 'WA1VAAF77JD031778'

test('an incomplete VIN gets no message', () => {
  expect(note('')).toBeNull()
  expect(note('5UXCR6C0XL')).toBeNull()
})

test.each(['I', 'O', 'Q'])('the letter %s, which no VIN has, is explained at once', (letter) => {
  for (const vin of [`5UXCR6C${letter}`, `5UXCR6C${letter}XL9C77256`])
    expect(note(vin)).toEqual({
      tone: 'warn',
      sentence: 'VINs have no letter I, O or Q. Try 1 or 0 instead.',
      fill: null,
    })
})

test('the decoded car is shown and offered until the fields match it', () => {
  const sentence = 'VIN matches a 2020 BMW.'
  expect(note(bmwOf2020)).toEqual({ tone: 'info', sentence, fill: { year: '2020', make: 'BMW' } })
  expect(note(bmwOf2020, { make: 'BMW' })).toMatchObject({
    tone: 'info',
    fill: { year: '2020', make: 'BMW' },
  })
  expect(note(bmwOf2020, { year: '2020', make: 'BMW' })).toEqual({ tone: 'good', sentence, fill: null })
})

test('a VIN that contradicts the selection says so and offers its own values', () => {
  const expected = { tone: 'warn', fill: { year: '2018', make: 'Audi' } }
  for (const chosen of [{ make: 'BMW' }, { year: '2019', make: 'Audi' }])
    expect(note(audiOf2018, chosen)).toEqual({
      ...expected,
      sentence: 'This VIN belongs to a 2018 Audi. Check the VIN or your selection.',
    })
})

test('the model of the server completes the car, and another model than the chosen one is asked about', () => {
  const whole = { year: '2018', make: 'Audi', model: 'Q7' }
  expect(note(audiOf2018, {}, 2026, 'Q7')).toEqual({
    tone: 'info',
    sentence: 'VIN matches a 2018 Audi Q7.',
    fill: whole,
  })
  expect(note(audiOf2018, whole, 2026, 'Q7')).toMatchObject({ tone: 'good', fill: null })
  expect(note(audiOf2018, { ...whole, model: 'Q5' }, 2026, 'Q7')).toEqual({
    tone: 'warn',
    sentence: 'This VIN belongs to a 2018 Audi Q7. Check the VIN or your selection.',
    fill: whole,
  })
  expect(note('WAUZZZF49KA012345', {}, 2026, 'Q7')).toMatchObject({ fill: { make: 'Audi' } })
})

test('a car that was sold under another name is no match, and fills nothing in', () => {
  const notSold = 'This VIN belongs to a 2012 Mercedes. It was sold as the M-Class.'
  for (const chosen of [
    {},
    { year: '2012', make: 'Mercedes', model: 'GLE' },
    { year: '2018', make: 'BMW', model: 'X5' },
  ]) {
    const vehicle = { year: '', make: '', model: '', vin: '4JGDA5HB6CA000001', ...chosen }
    const expected = { tone: 'warn', sentence: notSold, fill: null }
    expect(vinNoteOf(vehicle, { model: null, notSold }, 2026)).toEqual(expected)
  }
})

test('a wrong check digit is a warning and offers nothing', () => {
  expect(note('5UXCR6C09N9J12843')).toMatchObject({ tone: 'warn', fill: null })
  expect(note('5UXCR6C09N9J12843')?.sentence).toContain('you can go on either way')
})

test('for a foreign VIN only the make is decoded, and the selected year stays', () => {
  expect(note('WAUZZZF49KA012345')).toMatchObject({ tone: 'info', fill: { make: 'Audi' } })
  expect(note('WAUZZZF49KA012345', { year: '2019', make: 'Audi' })).toMatchObject({
    tone: 'info',
    fill: null,
  })
  expect(note('WAUZZZF49KA012345', { make: 'BMW' })?.sentence).toMatch(/^This VIN belongs to an Audi\./)
})

test('a year that is not on offer is never filled in', () => {
  expect(note('WDBTK72F57F202954')?.sentence).toBe(
    'This VIN belongs to a 2007 Mercedes. Only 2010 and newer models are supported.',
  )
  expect(note(bmwOf2026, {}, 2025)).toEqual({
    tone: 'info',
    sentence: 'VIN matches a BMW. For a 2026 model please choose 2025.',
    fill: { make: 'BMW' },
  })
  expect(note(bmwOf2026, {}, 2024)?.sentence).toBe('VIN matches a BMW. It doesn’t say the year.')
})

test('nothing is claimed about an unknown maker', () => {
  expect(note('1FTFW1E59NKD69096', { make: 'Audi' })).toMatchObject({ tone: 'info', fill: null })
})

test.each(['11111111111111111', '12345678901234567', 'WWWWWWWWWWWWWWWWW'])(
  'the VIN %s, of one kind of character, is a warning and offers nothing',
  (vin) => {
    expect(note(vin)).toMatchObject({ tone: 'warn', fill: null })
    expect(note(vin)?.sentence).toContain('letters and digits')
  },
)
