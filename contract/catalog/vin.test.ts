import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigitOf, readVin } from './vin.ts'

// VINs of real cars, from public listings and from tests of decoders that were compared with NHTSA's.
test.each([
  ['5UXCR6C0XL9C77256', 2020, 'BMW'],
  ['WBAVL1C5XFVY41004', 2015, 'BMW'],
  ['WBX73EF02T5577908', 2026, 'BMW'],
  ['WBSPM9C52BE209978', 2011, 'BMW'],
  ['4JGFB4KB0LA078511', 2020, 'Mercedes'],
  ['W1KWF8EB3MR649946', 2021, 'Mercedes'],
  ['W1N0G8EB1MV319798', 2021, 'Mercedes'],
  ['WDC0G8EB1LV225517', 2020, 'Mercedes'],
  ['WA1VAAF77JD031778', 2018, 'Audi'],
  ['WAULFAFR6DA001366', 2013, 'Audi'],
  ['58ABZ1B17KU001401', 2019, 'Lexus'],
  ['2T2BZMCA2KC168351', 2019, 'Lexus'],
  ['JTHFE2C23A2509749', 2010, 'Lexus'],
])('%s is of a %d %s', (vin, modelYear, make) => {
  expect(readVin(vin)).toEqual({ make, modelYear, checkDigit: 'right' })
})

test.each([
  ['4JGAB54E11A277331', 2001, 'Mercedes'],
  ['WDBTK72F57F202954', 2007, 'Mercedes'],
  ['4USBU53567LW92799', 2007, 'BMW'],
  ['WAULF78K19N037307', 2009, 'Audi'],
  ['TRUWT28N251018665', 2005, 'Audi'],
  ['JTHFN45Y389019133', 2008, 'Lexus'],
])('%s is of before 2010: %d %s', (vin, modelYear, make) => {
  expect(readVin(vin)).toEqual({ make, modelYear, checkDigit: 'right' })
})

test('the sample number of the regulation has the check digit it computes', () => {
  expect(checkDigitOf('1G4AH59H05G118341')).toBe('4')
})

test('a wrong check digit is one where it is required, and elsewhere says nothing', () => {
  expect(readVin('5UXCR6C09N9J12843')).toEqual({ make: 'BMW', modelYear: null, checkDigit: 'wrong' })
  // Audi pads the positions that only North America uses; Mercedes has a numbering of its own for Europe.
  expect(readVin('WAUZZZF49KA012345')).toEqual({ make: 'Audi', modelYear: null, checkDigit: 'absent' })
  expect(readVin('WDD2050041R123456')).toEqual({ make: 'Mercedes', modelYear: null, checkDigit: 'absent' })
})

test('a year is read only from the forms that have one', () => {
  const withDigit = (vin: string) => vin.slice(0, 8) + checkDigitOf(vin) + vin.slice(9)
  expect(readVin(withDigit('WDD2050040R123456'))).toMatchObject({ modelYear: null, checkDigit: 'right' })
  for (const none of ['0', 'U', 'Z'])
    expect(readVin(withDigit(`5UXCR6C00${none}9C77256`))).toMatchObject({ modelYear: null })
})

test('an unsupported manufacturer gives no make, and an invalid VIN is not decoded', () => {
  expect(readVin('1FTFW1E59NKD69096')).toEqual({ make: null, modelYear: 2022, checkDigit: 'right' })
  for (const text of ['', '5UXCR6C0XL9C7725', '5UXCR6C0XL9C772561', '5uxcr6c0xl9c77256', 'IUXCR6C0XL9C77256'])
    expect(readVin(text)).toBeNull()
})

const character = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'.split(''))
const vins = fc.string({ unit: character, minLength: 17, maxLength: 17 })

test('one mistyped character is found, unless its value is the same', () => {
  fc.assert(
    fc.property(vins, fc.nat(16), character, (drawn, at, other) => {
      const vin = drawn.slice(0, 8) + checkDigitOf(drawn) + drawn.slice(9)
      expect(readVin(vin)?.checkDigit).toBe('right')
      const value = (text: string) => checkDigitOf(`0000000000000000${text}`)
      if (at === 8 || value(other) === value(vin.charAt(at))) return
      expect(readVin(vin.slice(0, at) + other + vin.slice(at + 1))?.checkDigit).not.toBe('right')
    }),
  )
})
