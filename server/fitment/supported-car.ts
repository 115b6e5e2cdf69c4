import type * as z from 'zod/mini'
import type { vehicleInput } from '../../contract/catalog/vehicle.ts'
import { findVehicleProblem } from '../../contract/catalog/vehicles.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/time.ts'
import type { Car } from './judge-package.ts'

/** The last model year of the form. */
export function currentModelYear(now: number): number {
  return Number(dayOf(now, 'UTC').slice(0, 4))
}

/** The car of an order or a request. Refuses one that is not supported as `vehicle_not_supported`. */
export function supportedCar(vehicleInfo: z.infer<typeof vehicleInput>, now: number): Car {
  const { make, model } = vehicleInfo
  const year = Number(vehicleInfo.year)
  const problem = findVehicleProblem({ year, make, model }, currentModelYear(now))
  if (problem)
    refuse('vehicle_not_supported', { sentence: problem.sentence, field: `vehicleInfo.${problem.field}` })
  return { year, make, model, vin: vehicleInfo.vin?.toUpperCase() || null }
}
