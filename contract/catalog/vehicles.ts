import { modelsByMake } from './makes.ts'

export { modelsByMake } from './makes.ts'

export type Make = keyof typeof modelsByMake

export const firstVehicleYear = 2010

/** Whether the make is one of those served. */
export function isMake(make: string): make is Make {
  return Object.hasOwn(modelsByMake, make)
}

/** The models served of a make; none for a make that is not served. */
export function modelsOf(make: string): readonly string[] {
  return isMake(make) ? modelsByMake[make] : []
}

/** The years on offer, newest first: from `currentYear` down to 2010. */
export function vehicleYears(currentYear: number): number[] {
  return Array.from({ length: currentYear - firstVehicleYear + 1 }, (_, back) => currentYear - back)
}

export const vinLength = 17
export const vinSentence = 'Please enter a valid 17-character VIN'
const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/

/** Whether the text is 17 letters and digits without I, O and Q. */
export function isVin(text: string): boolean {
  return vinPattern.test(text)
}

/** What the VIN field keeps of what was typed: upper case, letters and digits only, at most 17. */
export function cleanVin(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, vinLength)
}

export type VehicleProblem = { field: 'year' | 'make' | 'model'; sentence: string }

/** The first thing about a vehicle that the catalogue does not serve, or null. `currentYear` is the shop's. */
export function findVehicleProblem(
  input: { year: number; make: string; model: string },
  currentYear: number,
): VehicleProblem | null {
  if (!Number.isInteger(input.year) || input.year < firstVehicleYear || input.year > currentYear) {
    return { field: 'year', sentence: 'Only 2010 and newer models are supported. Please select a year.' }
  }
  if (!isMake(input.make)) return { field: 'make', sentence: 'Please select a manufacturer' }
  if (!modelsOf(input.make).includes(input.model))
    return { field: 'model', sentence: 'Please select a model' }
  return null
}
