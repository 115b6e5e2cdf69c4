import { isVin, type Make } from './vehicles.ts'

/**
 * The makes by the first three characters of their cars' numbers, as manufacturers registered them with NHTSA
 * (https://vpic.nhtsa.dot.gov/mid/); 93U is Audi's plant in Brazil. Vans, trucks, motorcycles and sister
 * makes are not among them.
 */
const makeByMaker: Record<string, Make> = {
  ...all('BMW', 'WBA WBS WBX WBY WB5 4US 5UM 5UX 5YM 3MF 3MW'),
  ...all('Mercedes', 'WDB WDC WDD W1K W1N 4JG 55S'),
  ...all('Audi', 'WAU WA1 WUA WU1 TRU 93U'),
  ...all('Lexus', 'JTH JTJ JT6 JT8 2T2 58A'),
}

function all(make: Make, makers: string): Record<string, Make> {
  return Object.fromEntries(makers.split(' ').map((maker) => [maker, make]))
}

// The letters in the order of the alphabet, without I, O and Q: their values run 1-8, 1-5, 7, 9 and 2-9.
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const letterValues = '12345678123457923456789'
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * The check digit that 49 CFR 565.15(c) (as ISO 3779) computes from the other 16 characters: '0' to '9' or
 * 'X'.
 */
export function checkDigitOf(vin: string): string {
  const sum = weights.reduce((total, weight, index) => {
    const character = vin.charAt(index)
    const place = letters.indexOf(character)
    return total + weight * Number(place === -1 ? character : letterValues.charAt(place))
  }, 0)
  return '0123456789X'.charAt(sum % 11)
}

const firstModelYear = 1980
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/**
 * The model year of a VIN in the North American form, from its 10th character (49 CFR 565.15(d), table VII, a
 * cycle of 30 years): from 2010 on where the 7th is a letter (565.15(b)), before it where the 4th to 7th are
 * two letters and two digits (565.25(b)).
 */
function modelYearOf(vin: string): number | null {
  const place = yearCodes.indexOf(vin.charAt(9))
  if (place === -1) return null
  if (/[A-Z]/.test(vin.charAt(6))) return firstModelYear + yearCodes.length + place
  return /^[A-Z]{2}\d{2}$/.test(vin.slice(3, 7)) ? firstModelYear + place : null
}

export type VinReading = {
  /** Null for makes that are not supported. */
  make: Make | null
  /** Null outside the North American form, and with a wrong check digit, which would make it a guess. */
  modelYear: number | null
  /**
   * `wrong`: built in North America, where the digit is required, so a character is mistyped. `absent`: built
   * elsewhere, where most VINs have none, so it proves nothing.
   */
  checkDigit: 'right' | 'wrong' | 'absent'
}

/** Decodes a whole VIN; null for anything but 17 VIN characters. The result never refuses a vehicle. */
export function readVin(vin: string): VinReading | null {
  if (!isVin(vin)) return null
  const make = makeByMaker[vin.slice(0, 3)] ?? null
  if (checkDigitOf(vin) === vin.charAt(8)) return { make, modelYear: modelYearOf(vin), checkDigit: 'right' }
  return { make, modelYear: null, checkDigit: /^[1-5]/.test(vin) ? 'wrong' : 'absent' }
}
