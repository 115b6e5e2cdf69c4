import { readVin } from '../catalog/vin.ts'
import type { ChosenVehicle, VinEvidence } from './match-vin.ts'

/** Names a vehicle as far as it is known: '2016 Audi A4', 'Audi', or null. */
function nameOf({ year, make, model }: Partial<ChosenVehicle>): string | null {
  if (make === undefined) return null
  return [year, make, model].filter((part) => part !== undefined).join(' ')
}

/**
 * A sentence about a VIN that needs the customer's attention; null when it agrees, or says nothing.
 * `notSold`: the sentence about a car that was sold under another name.
 */
export function vinNoteOf(
  vin: string,
  evidence: VinEvidence,
  chosen: Partial<ChosenVehicle>,
  notSold: string | null,
): string | null {
  if (readVin(vin)?.checkDigit === 'wrong') return 'This VIN doesn’t look right. Check for a typo.'
  if (notSold !== null) return notSold
  if (evidence.kind === 'matches') return null
  if (evidence.kind === 'disagrees') {
    const named = nameOf(evidence.vehicle)
    if (named === null) return 'This VIN isn’t from a BMW, Mercedes, Audi or Lexus car. Check the VIN.'
    return `This VIN belongs to a ${named}. Check the VIN or your selection.`
  }
  const isIncomplete = [chosen.year, chosen.make, chosen.model].includes(undefined)
  return isIncomplete ? 'We couldn’t read the whole car from this VIN. Please choose the rest.' : null
}
