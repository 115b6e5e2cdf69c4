import { queryOptions } from '@tanstack/react-query'
import { isVin } from '../../contract/catalog/vehicles.ts'
import type { FitmentAnswers } from '../../contract/fitment/resolve-fitment.ts'
import { call } from '../api/client.ts'

export type CheckedVehicle = { year: string; make: string; model: string; vin: string }

/** The query for the verdicts on a car. The VIN is in the request's address only, never in the page's. */
export function fitmentCheck({ year, make, model, vin }: CheckedVehicle, answers: FitmentAnswers) {
  const written = Object.entries(answers).map(([id, value]) => `${id}:${value}`)
  const known = isVin(vin) ? vin : ''
  return queryOptions({
    queryKey: ['fitment', year, make, model, known, ...written],
    queryFn: ({ signal }) =>
      call('fitment.check', {
        query: {
          year: Number(year),
          make,
          model,
          ...(known !== '' && { vin: known }),
          ...(written.length > 0 && { answers: written.join(',') }),
        },
        signal,
      }),
  })
}
