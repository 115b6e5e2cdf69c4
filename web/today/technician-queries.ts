import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { attentionKey, detailsKey } from '../admin/admin-queries.ts'
import { showErrorToast } from '../identity/show-error-toast.ts'

/** The people of a shop who can be named as technicians. */
export function useTechnicians(shopId: number, enabled: boolean) {
  return useQuery({
    queryKey: ['technicians', shopId],
    queryFn: ({ signal }) => call('admin.listTechnicians', { params: { id: String(shopId) }, signal }),
    enabled,
  })
}

/** Names the technician of an appointment, or frees it with null. */
export function useAssignTechnician(appointmentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (userId: string | null) =>
      call('admin.assignTechnician', { params: { id: appointmentId }, body: { userId } }),
    onError: (error) => showErrorToast(error, 'The technician could not be changed. Try again.'),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: attentionKey })
      await queries.invalidateQueries({ queryKey: detailsKey(appointmentId) })
    },
  })
}
