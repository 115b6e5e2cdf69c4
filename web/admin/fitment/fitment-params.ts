import type { ChosenVehicle } from '../../../contract/fitment/match-vin.ts'
import { paths } from '../../paths.ts'

/** The part of the tab that an address names: a package of the matrix, and perhaps an open car. */
export type FitmentPlace = { packageId: number; car: ChosenVehicle | null }

export function fitmentPlaceOf(search: string): FitmentPlace {
  const params = new URLSearchParams(search)
  const [asked, year] = [params.get('package') ?? '', params.get('year') ?? '']
  const [make, model] = [params.get('make'), params.get('model')]
  const isCar = make !== null && model !== null && /^\d{4}$/.test(year)
  return {
    packageId: /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1,
    car: isCar ? { make, model, year: Number(year) } : null,
  }
}

export function fitmentPath({ packageId, car }: FitmentPlace): string {
  const params = new URLSearchParams({ view: 'fitment' })
  if (packageId !== 1) params.set('package', String(packageId))
  if (car) for (const [name, value] of Object.entries(car)) params.set(name, String(value))
  return paths.adminFiltered(params.toString())
}
