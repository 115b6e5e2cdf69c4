import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { showErrorToast } from '../identity/show-error-toast.ts'

const workKey = ['work'] as const

/** The jobs of today and one's own at a shop. */
export function useWork(shopId: number) {
  return useQuery({
    queryKey: [...workKey, shopId],
    queryFn: ({ signal }) => call('work.list', { query: { shopId: String(shopId) }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** Takes a job or gives it back; the list is read again in any case, because somebody else may have it. */
export function useTakeJob() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, take }: { id: string; take: boolean }) =>
      call(take ? 'work.take' : 'work.leave', { params: { id } }),
    onError: (error) => showErrorToast(error, 'This job could not be changed. Try again.'),
    onSettled: () => queries.invalidateQueries({ queryKey: workKey }),
  })
}
