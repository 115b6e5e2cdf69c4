import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { call, CallError } from '../api/client.ts'
import { showErrorToast } from '../identity/show-error-toast.ts'
import { fullSentence } from '../payments/full-sentence.ts'
import { toast } from '../ui/toast.ts'

const pressAgain =
  'We don’t know yet whether the payment was captured. Click the button again: it can’t be charged twice.'

function problemOf(error: unknown): string {
  if (!(error instanceof CallError)) return 'Failed to capture payment'
  // Any reply of the server states the outcome itself.
  return error.status === 0 ? `${error.message} ${pressAgain}` : error.message
}

type Capturable = Pick<AdministratorAppointment, 'id' | 'paymentStatus' | 'dueCents'>

/**
 * Captures the due amount of an appointment, and no other than the one shown. Does nothing unless it is
 * authorized, or paid with a rest that is due, or while another capture of it is in flight, here or in its
 * details. Every outcome gets a toast.
 */
export function useCapture({ id, paymentStatus, dueCents }: Capturable) {
  const queries = useQueryClient()
  const mutationKey = ['capture', id]
  const busy = useIsMutating({ mutationKey }) > 0
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => call('admin.capturePayment', { params: { id }, body: { seenDueCents: dueCents } }),
    onSuccess: async ({ note }) => {
      toast({
        title: 'Payment Captured',
        description: `Payment has been successfully captured${note ? `. ${fullSentence(note)}` : ''}`,
      })
      await queries.invalidateQueries()
    },
    onError: async (error) => {
      showErrorToast(error, problemOf(error))
      await queries.invalidateQueries()
    },
  })
  const capture = () => {
    const hasRest = paymentStatus === 'completed' && dueCents > 0
    if ((paymentStatus !== 'authorized' && !hasRest) || queries.isMutating({ mutationKey }) > 0) return
    mutate()
  }
  return { busy, capture }
}
