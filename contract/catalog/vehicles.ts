import { firstVehicleYear, modelsByMake } from './makes.ts'

export { firstVehicleYear, modelsByMake } from './makes.ts'

export type Make = keyof typeof modelsByMake

/** Whether the make is supported. */
export function isMake(make: string): make is Make {
  return Object.hasOwn(modelsByMake, make)
}

/** The supported models of a make; none for an unsupported make. */
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

/**
 * Normalizes the VIN field: upper case, without spaces, separators and the asterisks of a VIN plate. Every
 * other character stays, and more than 17 too: a cut or shifted VIN could pass as another car's.
 */
export function cleanVin(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s\p{Cf}*.\-\u2010-\u2015]/gu, '')
}

export type VehicleProblem = { field: 'year' | 'make' | 'model'; sentence: string }

/** The first unsupported property of a vehicle, or null. `currentYear` is the shop's. */
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
