import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { attentionKey, detailsKey } from './admin-queries.ts'

export type RepairOutcome = { ok: boolean; sentence: string }

const unknownSentence = 'We don’t know yet whether the email was sent. Click the button again.'

/** Mails the customer a link to confirm the card. `onOutcome` gets the result as a sentence. */
export function useAskForCard(id: string, onOutcome: (outcome: RepairOutcome) => void) {
  const queries = useQueryClient()
  const mutationKey = ['ask-for-card', id]
  const busy = useIsMutating({ mutationKey }) > 0
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => call('admin.askForCard', { params: { id } }),
    onSuccess: (details) => {
      queries.setQueryData(detailsKey(id), details)
      onOutcome({ ok: true, sentence: 'We sent the customer a link for the card.' })
    },
    onError: (error) => onOutcome({ ok: false, sentence: problemWords(error, unknownSentence) }),
  })
  const ask = () => {
    if (queries.isMutating({ mutationKey }) === 0) mutate()
  }
  return { busy, ask }
}

/** Retries a mail that was given up. */
export function useResendMail(mailId: string, onOutcome: (outcome: RepairOutcome) => void) {
  const queries = useQueryClient()
  const mutationKey = ['resend-mail', mailId]
  const busy = useIsMutating({ mutationKey }) > 0
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => call('admin.resendMail', { params: { id: mailId } }),
    onSuccess: () => onOutcome({ ok: true, sentence: 'Sent again. If it bounces again, it shows up here.' }),
    onError: (error) => onOutcome({ ok: false, sentence: problemWords(error, unknownSentence) }),
  })
  const resend = () => {
    if (queries.isMutating({ mutationKey }) === 0) mutate()
  }
  return { busy, resend }
}

/** Leaves a weekly block out on the day of a job. */
export function useSkipBlock(blockId: string, onOutcome: (outcome: RepairOutcome) => void) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('blocks.remove', { params: { id: blockId }, query: {} }),
    onSuccess: () => onOutcome({ ok: true, sentence: 'The block is skipped on that day.' }),
    onError: (error) => onOutcome({ ok: false, sentence: problemWords(error, skipUnknown) }),
  })
  return { busy: isPending, skip: () => mutate() }
}

/** Marks a text of a phone without an appointment as read. */
export function useMarkStrangersRead(id: string) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('texts.markStrangersRead', { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: attentionKey }),
  })
  return { busy: isPending, problem: error && problemWords(error, readUnknown), mark: () => mutate() }
}

const readUnknown = 'We don’t know yet whether it was marked. Click again.'

const skipUnknown = 'We don’t know yet whether it was skipped. Reload the page.'
