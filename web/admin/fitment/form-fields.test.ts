import { expect, test } from 'vitest'
import { fitmentRule } from '../../../contract/fitment/fitment-data.ts'
import { centsOf, checkForm, freeId, linesOf, wholeNumber, withoutError } from './form-fields.ts'
import { fitmentPath, fitmentPlaceOf } from './fitment-params.ts'
import {
  checkedSentence,
  dayWords,
  effectSentence,
  fieldName,
  fieldValue,
  findingsHeading,
  screensOf,
  withPackageNames,
} from './fitment-words.ts'

test('typed dollars are cents, and nothing else is', () => {
  expect(['15', '15.5', '$15.05', ' 0 '].map(centsOf)).toEqual([1500, 1550, 1505, 0])
  expect(['', '1.234', 'ten', '1e3'].map(centsOf)).toEqual(Array.from({ length: 4 }, () => Number.NaN))
})

test('typed numbers are whole, and empty lines are no lines', () => {
  expect([' 30 ', '30.5', '-1', ''].map(wholeNumber)).toEqual([30, Number.NaN, Number.NaN, Number.NaN])
  expect(linesOf(' a\n\n b ')).toEqual(['a', 'b'])
})

test('an id is made from a name, and differs from those in use', () => {
  expect(freeId('bmw-x5/NBT Evo (ID5)', [])).toBe('bmw-x5/nbt-evo-id5')
  expect(freeId('a/cic', ['a/cic', 'a/cic-2'])).toBe('a/cic-3')
})

test('each field has one sentence, which goes with an edit', () => {
  const { errors } = checkForm(fitmentRule, { customerNote: 'a'.repeat(401), extraMinutes: 900 })
  expect(errors).toMatchObject({
    customerNote: 'Please keep this under 400 characters',
    extraMinutes: expect.any(String),
  })
  expect(withoutError(errors ?? {}, 'customerNote')).not.toHaveProperty('customerNote')
})

test('an address names a package and a car, and nothing that is none', () => {
  const place = { packageId: 2, car: { make: 'BMW', model: '3 Series', year: 2013 } }
  expect(fitmentPlaceOf(fitmentPath(place).slice('/admin?'.length))).toEqual(place)
  expect(fitmentPath({ packageId: 1, car: null })).toBe('/admin?view=fitment')
  expect(fitmentPlaceOf('view=fitment&package=x&make=BMW&model=X5&year=soon')).toEqual({
    packageId: 1,
    car: null,
  })
})

test('the effect of a change is one sentence', () => {
  expect(effectSentence({ appointments: 3, verdicts: 2 })).toBe(
    'Changes 3 upcoming appointments, 2 verdicts.',
  )
  expect(effectSentence({ appointments: 0, verdicts: 1 })).toBe('Changes 1 verdict.')
  expect(effectSentence({ appointments: 0, verdicts: 0 })).toBe(
    'Changes no verdict and no upcoming appointment.',
  )
  expect([findingsHeading(1, 2), findingsHeading(0, 0)]).toEqual(['1 error, 2 warnings', 'Nothing found'])
  expect([dayWords('2026-11-02'), checkedSentence(1, 85)]).toEqual([
    'Nov 2, 2026',
    '1 of 85 generations is checked by a fitter. The others are not yet.',
  ])
  expect([screensOf([6.5, 8.8]), screensOf([])]).toEqual(['6.5″ or 8.8″', 'No screen'])
})

test('a changed field is told in dollars and by the name of its package', () => {
  const packages = [{ id: 2, name: 'Smart Connect Premium' }]
  expect(fieldName('extraCents')).toBe('Extra price')
  expect(['0', '15000', '1050'].map((cents) => fieldValue('extraCents', cents, packages))).toEqual([
    '$0',
    '$150',
    '$10.50',
  ])
  expect(['2', '9', ''].map((id) => fieldValue('packageId', id, packages))).toEqual([
    'Smart Connect Premium',
    '9',
    'none',
  ])
  expect(fieldValue('outcome', 'does_not_fit', packages)).toBe('Doesn’t fit')
  expect(fieldValue('extraMinutes', '2', packages)).toBe('2')
})

test('a package whose name is known is named in changes and findings', () => {
  const packages = [{ id: 2, name: 'Smart Connect Premium' }]
  const named = (text: string) => withPackageNames(text, packages)
  expect(named('Package 2: BMW X5 E70, CIC')).toBe('Smart Connect Premium: BMW X5 E70, CIC')
  expect(named('BMW X5 E70 has no rule for package 2.')).toBe(
    'BMW X5 E70 has no rule for Smart Connect Premium.',
  )
  expect(named('Package 22: BMW X5 E70')).toBe('Package 22: BMW X5 E70')
})
