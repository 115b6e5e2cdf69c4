import { useMutation, useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query'
import type { NewPayout } from '../../contract/admin/payouts.ts'
import { call } from '../api/client.ts'
import { shopParams } from '../shops/shop-settings.ts'
import { toast } from '../ui/toast.ts'

/**
 * The payouts of all shops for a month; without one, for the month that the server picks. Those of the month
 * before stay while the next ones load.
 */
export function usePayouts(month: string | null) {
  return useQuery({
    queryKey: ['payouts', month],
    queryFn: ({ signal }) => call('payouts.list', { query: month === null ? {} : { month }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Records a payment or a correction; afterwards, also after a refusal, the amounts are read again. */
export function useRecordPayout(shopId: number, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPayout) => call('payouts.record', { params: shopParams(shopId), body }),
    onSuccess: (_, { kind }) => {
      toast({ title: kind === 'payment' ? 'Payment recorded' : 'Correction recorded' })
      onDone()
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['payouts'] })
      await queries.invalidateQueries({ queryKey: ['payout-statement'] })
    },
  })
}
