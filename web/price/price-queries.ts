import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { call, CallError } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'

export const priceKey = (id: string) => ['day-price', id] as const

/** The price of an appointment on the day. Other people change it too, so each view refetches it. */
export function usePrice(id: string) {
  return useQuery({
    queryKey: priceKey(id),
    queryFn: ({ signal }) => call('price.find', { params: { id }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

export type PriceProblem = { sentence: string; code: CallError['code']; field: string | null }

function problemOf(error: unknown, whenUnknown: string): PriceProblem {
  if (!(error instanceof CallError))
    return { sentence: problemWords(error, whenUnknown), code: null, field: null }
  const sentence =
    error.code === 'request_changed'
      ? 'This was saved before with other details. Look at the list, then try again.'
      : problemWords(error, whenUnknown)
  return { sentence, code: error.code, field: error.field }
}

/**
 * A change of a price, one at a time. The reply replaces the price on the page; after a refusal it is read
 * again, as another person may have changed it. `whenUnknown` follows where no reply came.
 */
export function usePriceChange<Input>(
  id: string,
  send: (input: Input) => Promise<DayPrice>,
  whenUnknown: string,
) {
  const queries = useQueryClient()
  const mutationKey = ['day-price', id]
  const isTaken = useIsMutating({ mutationKey }) > 0
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationKey,
    mutationFn: send,
    onSuccess: (price) => {
      queries.setQueryData(priceKey(id), price)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== priceKey(id)[0] })
    },
    onError: () => queries.invalidateQueries(),
  })
  /** Returns the new price; null when it was refused, or another change is under way. */
  const change = async (input: Input): Promise<DayPrice | null> => {
    if (queries.isMutating({ mutationKey }) > 0) return null
    return mutateAsync(input).catch(() => null)
  }
  return {
    change,
    isPending,
    isTaken,
    problem: error === null ? null : problemOf(error, whenUnknown),
    reset,
  }
}
