import { useQuery } from '@tanstack/react-query'
import { readVin } from '../../contract/catalog/vin.ts'
import { call } from '../api/client.ts'
import { useDebounced } from '../ui/use-debounced.ts'

/** Milliseconds without typing before a whole VIN is sent. */
const pauseMs = 300

/** `model`: null while unknown. `notSold`: the sentence about a car that was sold under another name. */
export type VinModel = { model: string | null; notSold: string | null }

const nothing: VinModel = { model: null, notSold: null }

/** The server's reading of a whole VIN with a right check digit. */
export function useVinModel(typed: string): VinModel {
  const vin = useDebounced(typed, pauseMs)
  const { data } = useQuery({
    queryKey: ['vin-model', vin],
    queryFn: ({ signal }) => call('fitment.check', { query: { vin }, signal }),
    enabled: readVin(vin)?.checkDigit === 'right',
  })
  return vin === typed && data ? { model: data.vehicle.model, notSold: data.vinNotSold } : nothing
}
