import { firstVehicleYear } from '../../contract/catalog/vehicles.ts'
import { readVin, type VinReading } from '../../contract/catalog/vin.ts'
import type { VehicleDraft } from './booking-draft.ts'

type Fill = Partial<Pick<VehicleDraft, 'year' | 'make'>>

/** The decoded VIN. `fill`: the values to fill in; null when the fields already match or nothing is known. */
export type VinNote = { tone: 'good' | 'info' | 'warn'; sentence: string; fill: Fill | null }

const mistyped =
  'The check digit does not fit, so a character may be mistyped. Please compare it with your car; you can go on either way.'
const oneKindOfCharacter =
  'A VIN has letters as well as digits. Please compare it with your car; you can go on either way.'
const unknownMaker =
  'We cannot tell the make from this VIN. Please compare it with your car, and choose year and make yourself.'
const fromElsewhere =
  'Cars made for other markets carry no year and no check digit in their VIN, so your choice counts. Was yours made for North America? Then please compare the number once more.'
const withoutYear = 'The check digit is right. It does not say the year.'

function contradicts({ year, make }: VehicleDraft, fill: Fill): boolean {
  return (
    (make !== '' && fill.make !== undefined && fill.make !== make) ||
    (year !== '' && fill.year !== undefined && fill.year !== year)
  )
}

function isFilledIn({ year, make }: VehicleDraft, fill: Fill): boolean {
  return (fill.make ?? make) === make && (fill.year ?? year) === year
}

function noteOf(vehicle: VehicleDraft, fill: Fill, sentence: string): VinNote {
  if (contradicts(vehicle, fill)) {
    const says = [fill.year, fill.make].filter(Boolean).join(' ')
    return { tone: 'warn', sentence: `This VIN says ${says}. Please compare it with what you chose.`, fill }
  }
  return isFilledIn(vehicle, fill) ? { tone: 'good', sentence, fill: null } : { tone: 'info', sentence, fill }
}

function noteOfReading(vehicle: VehicleDraft, reading: VinReading, currentYear: number): VinNote {
  const { make, modelYear, checkDigit } = reading
  // The number of every maker begins with a code of letters and digits (ISO 3780), whatever its check digit.
  if (!/[A-Z]/.test(vehicle.vin) || !/\d/.test(vehicle.vin))
    return { tone: 'warn', sentence: oneKindOfCharacter, fill: null }
  if (checkDigit === 'wrong') return { tone: 'warn', sentence: mistyped, fill: null }
  if (make === null) return { tone: 'info', sentence: unknownMaker, fill: null }
  if (checkDigit === 'absent') {
    const note = noteOf(vehicle, { make }, `${make}. ${fromElsewhere}`)
    return note.tone === 'good' ? { ...note, tone: 'info' } : note
  }
  // Model years run ahead of the calendar; a later one cannot exist yet.
  if (modelYear === null || modelYear > currentYear + 1)
    return noteOf(vehicle, { make }, `${make}. ${withoutYear}`)
  if (modelYear < firstVehicleYear)
    return {
      tone: 'warn',
      sentence: `This VIN says ${modelYear} ${make}. Only ${firstVehicleYear} and newer models are supported.`,
      fill: null,
    }
  const found = `${modelYear} ${make}, check digit is right.`
  if (modelYear > currentYear)
    return noteOf(vehicle, { make }, `${found} For a ${modelYear} model please choose ${currentYear}.`)
  return noteOf(vehicle, { year: String(modelYear), make }, found)
}

/**
 * The message beside the VIN field; null until the VIN is complete. `currentYear` is the last one on offer.
 * Never blocks the form.
 */
export function vinNoteOf(vehicle: VehicleDraft, currentYear: number): VinNote | null {
  const reading = readVin(vehicle.vin)
  return reading && noteOfReading(vehicle, reading, currentYear)
}
