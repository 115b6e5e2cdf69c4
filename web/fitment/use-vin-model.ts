import { useQuery } from '@tanstack/react-query'
import { readVin } from '../../contract/catalog/vin.ts'
import { call } from '../api/client.ts'
import { useDebounced } from '../ui/use-debounced.ts'

/** Milliseconds without typing before a whole VIN is sent. */
const pauseMs = 300

/**
 * The model of a whole VIN with a right check digit, by the server's patterns; null until it is known, and
 * where they name none.
 */
export function useVinModel(typed: string): string | null {
  const vin = useDebounced(typed, pauseMs)
  const { data } = useQuery({
    queryKey: ['vin-model', vin],
    queryFn: ({ signal }) => call('fitment.check', { query: { vin }, signal }),
    enabled: readVin(vin)?.checkDigit === 'right',
  })
  return vin === typed ? (data?.vehicle.model ?? null) : null
}
