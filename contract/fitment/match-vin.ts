import { isMake, isVin } from '../catalog/vehicles.ts'
import { readVin } from '../catalog/vin.ts'
import type { FitmentData, Generation, VinPattern } from './fitment-data.ts'

/** A vehicle as it was chosen in the form. */
export type ChosenVehicle = { year: number; make: string; model: string }

/**
 * The evidence of a VIN. `unknown`: nothing that could be compared. `matches`: the generations with a pattern
 * of this VIN. `disagrees`: the VIN is of another vehicle; `vehicle` names it as far as it can be read.
 */
export type VinEvidence =
  | { kind: 'unknown' }
  | { kind: 'matches'; generationIds: readonly string[] }
  | { kind: 'disagrees'; vehicle: Partial<ChosenVehicle> }

/** A descriptor as a pattern for positions 4 to 8, of which it may leave out the last ones. */
function matchesDescriptor(descriptor: string, characters: string): boolean {
  return new RegExp(`^${descriptor.replaceAll('*', '.')}`).test(characters)
}

function matchesPattern(pattern: VinPattern, vin: string, year: number): boolean {
  return (
    vin.startsWith(pattern.maker) &&
    pattern.yearFrom <= year &&
    year <= pattern.yearTo &&
    matchesDescriptor(pattern.descriptor, vin.slice(3, 8))
  )
}

/** The generations with a pattern of a VIN of this model year. */
function generationsOf(data: FitmentData, vin: string, year: number): Generation[] {
  return data.generations.filter(({ vinPatterns }) =>
    vinPatterns.some((pattern) => matchesPattern(pattern, vin, year)),
  )
}

/** The make and model year of a VIN with a right check digit, and the generations with a pattern of it. */
function readGenerations(
  data: FitmentData,
  vin: string,
): { named: Partial<Omit<ChosenVehicle, 'model'>>; generations: Generation[] } {
  const reading = readVin(vin)
  // A mistyped character must not name a car.
  if (reading?.checkDigit !== 'right') return { named: {}, generations: [] }
  const { make, modelYear } = reading
  return {
    named: { ...(make !== null && { make }), ...(modelYear !== null && { year: modelYear }) },
    generations: modelYear === null ? [] : generationsOf(data, vin, modelYear),
  }
}

/** The model that all of these generations are of. */
function onlyModelOf(generations: readonly Generation[]): string | undefined {
  const models = new Set(generations.map(({ model }) => model))
  const [model] = models
  return models.size === 1 ? model : undefined
}

/**
 * The vehicle of a VIN as far as it can be read offline. Without a model where that was not sold under its
 * name in the model year: the car is another one.
 */
export function vehicleOfVin(data: FitmentData, vin: string): Partial<ChosenVehicle> {
  const { named, generations } = readGenerations(data, vin)
  const model = onlyModelOf(generations.filter(({ notSold }) => notSold === null))
  return { ...named, ...(model !== undefined && { model }) }
}

/** The sentence about a VIN whose car was sold under another name; null for every other VIN. */
export function notSoldOfVin(data: FitmentData, vin: string): string | null {
  const { named, generations } = readGenerations(data, vin)
  const [first] = generations
  if (!first || generations.some(({ notSold }) => notSold === null)) return null
  return `This VIN belongs to a ${named.year} ${first.make}. ${first.notSold}`
}

/**
 * Compares a VIN with the chosen vehicle. A maker, model year or model that differs disagrees. No pattern
 * means nothing: some variants of these models have none. Without a right check digit only the maker counts.
 */
export function compareVin(data: FitmentData, vin: string | null, chosen: ChosenVehicle): VinEvidence {
  if (vin === null || !isVin(vin)) return { kind: 'unknown' }
  const reading = readVin(vin)
  if (!reading) return { kind: 'unknown' }
  const vehicle = vehicleOfVin(data, vin)
  if (reading.make !== chosen.make && (reading.make !== null || reading.checkDigit === 'right'))
    return { kind: 'disagrees', vehicle: reading.make === null ? {} : { make: reading.make, ...vehicle } }
  if (vehicle.year !== undefined && vehicle.year !== chosen.year) return { kind: 'disagrees', vehicle }
  if (vehicle.year === undefined || !isMake(chosen.make)) return { kind: 'unknown' }
  const { generations } = readGenerations(data, vin)
  const model = onlyModelOf(generations)
  if (model !== undefined && model !== chosen.model) return { kind: 'disagrees', vehicle }
  const ofModel = generations.filter((each) => each.model === chosen.model)
  if (ofModel.length === 0) return { kind: 'unknown' }
  return { kind: 'matches', generationIds: ofModel.map(({ id }) => id) }
}
