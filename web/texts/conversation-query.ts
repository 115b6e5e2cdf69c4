import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '../../contract/texts/conversation.ts'
import { attentionKey } from '../admin/admin-queries.ts'
import { call } from '../api/client.ts'

const conversationKey = (id: string) => ['text-conversation', id] as const

/** The texts about an appointment. Other people and the customer write in it too. */
export function useConversation(id: string) {
  return useQuery({
    queryKey: conversationKey(id),
    queryFn: ({ signal }) => call('texts.find', { params: { id }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** Replaces the conversation by the answer of a change. */
export function useConversationChange<Input>(id: string, send: (input: Input) => Promise<Conversation>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (conversation) => queries.setQueryData(conversationKey(id), conversation),
  })
}

/** Marks the customer's messages as read, once they are on the screen. */
export function useMarkRead(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (newestId: string) => call('texts.markRead', { params: { id }, body: { newestId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: attentionKey }),
  })
}
