import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useDebounced } from '../ui/use-debounced.ts'
import { fitmentCheck, type CheckedVehicle } from './fitment-check.ts'

/** Milliseconds without a change before the verdicts are loaded: a VIN is typed character by character. */
const pauseMs = 300

/** Prefetches the verdicts on a chosen car, so that the packages open with them. Null without a whole car. */
export function useFitmentAhead(vehicle: CheckedVehicle | null): void {
  const queries = useQueryClient()
  const chosen = useDebounced(vehicle === null ? '' : JSON.stringify(vehicle), pauseMs)
  useEffect(() => {
    if (chosen !== '') void queries.prefetchQuery(fitmentCheck(JSON.parse(chosen) as CheckedVehicle, {}))
  }, [queries, chosen])
}
