import { useId, useRef } from 'react'
import { longestMessage } from '../../contract/texts/conversation.ts'
import { call, CallError } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { randomId } from '../random-id.ts'
import { Button } from '../ui/button.tsx'
import { useStore } from '../ui/external-store.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { useConversationChange } from './conversation-query.ts'
import { messageDrafts } from './message-drafts.ts'

const unknownSentence =
  'We don’t know yet whether it was sent. Click the button again: it can’t be sent twice.'

type Sent = { body: string; key: string }

/** Writes one message to the customer. */
export function MessageForm({ id, customerName }: { id: string; customerName: string }) {
  const formId = useId()
  const body = useStore(messageDrafts)[id] ?? ''
  const change = (typed: string) => messageDrafts.write({ ...messageDrafts.read(), [id]: typed })
  // The same message again has the same key, so that a second press after a lost answer sends once.
  const last = useRef<Sent>({ body: '', key: '' })
  const { mutate, isPending, error, reset } = useConversationChange(id, (sent: Sent) =>
    call('texts.write', {
      params: { id },
      headers: { 'idempotency-key': sent.key },
      body: { body: sent.body },
    }),
  )
  const send = () => {
    const text = body.trim()
    if (text === '' || isPending) return
    if (last.current.body !== text) last.current = { body: text, key: randomId() }
    mutate(last.current, {
      onSuccess: () => {
        last.current = { body: '', key: '' }
        change('')
      },
      onError: (problem) => {
        if (problem instanceof CallError && !problem.outcomeUnknown) last.current = { body: '', key: '' }
      },
    })
  }
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextAreaField
        label={`Text to ${customerName}`}
        rows={2}
        maxLength={longestMessage}
        className="min-w-60 flex-1"
        value={body}
        error={error ? problemWords(error, unknownSentence) : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
        onChange={(event) => {
          change(event.target.value)
          if (error) reset()
        }}
      />
      <Button type="submit" busy={isPending} busyText="Sending..." disabled={body.trim() === ''}>
        Send text
      </Button>
    </form>
  )
}
