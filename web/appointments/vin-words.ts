import { firstVehicleYear } from '../../contract/catalog/vehicles.ts'
import { readVin, type VinReading } from '../../contract/catalog/vin.ts'
import type { VinModel } from '../fitment/use-vin-model.ts'
import type { VehicleDraft } from './booking-draft.ts'

type Fill = Partial<Pick<VehicleDraft, 'year' | 'make' | 'model'>>

/** The decoded VIN. `fill`: the values to fill in; null when the fields already match or nothing is known. */
export type VinNote = { tone: 'good' | 'info' | 'warn'; sentence: string; fill: Fill | null }

const mistyped = 'This VIN doesn’t look right. Check for a typo; you can go on either way.'
const unusedLetters = 'VINs have no letter I, O or Q. Try 1 or 0 instead.'
const oneKindOfCharacter =
  'A VIN has letters and digits. Check it against your car; you can go on either way.'
const unknownMaker = 'We can’t tell the make from this VIN. Please choose year, make and model yourself.'
const fromElsewhere =
  'Cars made for other markets have no year in their VIN, so your choice counts. If yours was made for North America, check the VIN for a typo.'
const withoutYear = 'It doesn’t say the year.'

const parts = ['year', 'make', 'model'] as const

/** 'a 2018 Audi Q5', 'a BMW', 'an Audi' */
function nameOf(fill: Fill): string {
  const words = parts.flatMap((part) => fill[part] ?? [])
  return `${words[0] === 'Audi' ? 'an' : 'a'} ${words.join(' ')}`
}

function contradicts(vehicle: VehicleDraft, fill: Fill): boolean {
  return parts.some(
    (part) => vehicle[part] !== '' && fill[part] !== undefined && fill[part] !== vehicle[part],
  )
}

function isFilledIn(vehicle: VehicleDraft, fill: Fill): boolean {
  return parts.every((part) => (fill[part] ?? vehicle[part]) === vehicle[part])
}

function noteOf(vehicle: VehicleDraft, fill: Fill, addition = ''): VinNote {
  if (contradicts(vehicle, fill)) {
    const sentence = `This VIN belongs to ${nameOf(fill)}. Check the VIN or your selection.`
    return { tone: 'warn', sentence, fill }
  }
  const sentence = [`VIN matches ${nameOf(fill)}.`, addition].filter(Boolean).join(' ')
  return isFilledIn(vehicle, fill) ? { tone: 'good', sentence, fill: null } : { tone: 'info', sentence, fill }
}

function noteOfReading(
  vehicle: VehicleDraft,
  { make, modelYear, checkDigit }: VinReading,
  { model, notSold }: VinModel,
  currentYear: number,
): VinNote {
  // The number of every maker begins with a code of letters and digits (ISO 3780), whatever its check digit.
  if (!/[A-Z]/.test(vehicle.vin) || !/\d/.test(vehicle.vin))
    return { tone: 'warn', sentence: oneKindOfCharacter, fill: null }
  if (checkDigit === 'wrong') return { tone: 'warn', sentence: mistyped, fill: null }
  if (make === null) return { tone: 'info', sentence: unknownMaker, fill: null }
  if (checkDigit === 'absent') {
    const note = noteOf(vehicle, { make }, fromElsewhere)
    return note.tone === 'good' ? { ...note, tone: 'info' } : note
  }
  // No model is filled in: the form offers none that this car was sold as.
  if (notSold !== null) return { tone: 'warn', sentence: notSold, fill: null }
  const car = { make, ...(model !== null && { model }) }
  // Model years run ahead of the calendar; a later one cannot exist yet.
  if (modelYear === null || modelYear > currentYear + 1) return noteOf(vehicle, car, withoutYear)
  if (modelYear < firstVehicleYear)
    return {
      tone: 'warn',
      sentence: `This VIN belongs to a ${modelYear} ${make}. Only ${firstVehicleYear} and newer models are supported.`,
      fill: null,
    }
  if (modelYear > currentYear)
    return noteOf(vehicle, car, `For a ${modelYear} model please choose ${currentYear}.`)
  return noteOf(vehicle, { year: String(modelYear), ...car })
}

/**
 * The message beside the VIN field; null until the VIN is complete, or has a letter of no VIN. `found` is the
 * server's reading; `currentYear` is the last year on offer. Never blocks the form.
 */
export function vinNoteOf(vehicle: VehicleDraft, found: VinModel, currentYear: number): VinNote | null {
  if (/[IOQ]/.test(vehicle.vin)) return { tone: 'warn', sentence: unusedLetters, fill: null }
  const reading = readVin(vehicle.vin)
  return reading && noteOfReading(vehicle, reading, found, currentYear)
}
