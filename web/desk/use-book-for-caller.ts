import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { DeskOrder } from '../../contract/admin/desk-order.ts'
import { call, CallError } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import type { Card } from '../payments/use-card.ts'
import { randomId } from '../random-id.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'

export type BookingProblem = { sentence: string; field: string | null }

const unknownSentence =
  'We don’t know yet whether it was booked. Click the button again: it can’t be booked twice.'

type Sent = { id: string } | { refused: string }

/** Sends an order, and the same one again after the customer's step at the bank. */
async function send(order: DeskOrder, key: string, card: Card | null): Promise<Sent> {
  const ask = () => call('admin.bookAppointment', { headers: { 'idempotency-key': key }, body: order })
  const reply = await ask()
  if (!reply.requiresAction || reply.clientSecret === undefined || !card) return reply
  const refused = await card.confirmHold(reply.clientSecret)
  const settled = await ask()
  return settled.requiresAction ? { refused: refused ?? 'The bank has not confirmed the card.' } : settled
}

/**
 * Books for a caller. The same order again has the same key, so that a second press after a lost answer books
 * once.
 */
export function useBookForCaller() {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<BookingProblem | null>(null)
  const last = useRef({ order: '', key: '' })
  const attempt = async (order: DeskOrder, card: Card | null): Promise<string | null> => {
    const written = JSON.stringify(order)
    if (last.current.order !== written) last.current = { order: written, key: randomId() }
    setProblem(null)
    try {
      const sent = await send(order, last.current.key, card)
      if ('refused' in sent) {
        setProblem({ sentence: sent.refused, field: 'paymentMethodId' })
        return null
      }
      await queries.invalidateQueries()
      return sent.id
    } catch (error) {
      // A refused card needs a new order: the old key would repeat the refusal.
      if (error instanceof CallError && !error.outcomeUnknown) last.current = { order: '', key: '' }
      const field = error instanceof CallError ? error.field : null
      setProblem({ sentence: problemWords(error, unknownSentence), field })
      return null
    }
  }
  const book = async (order: DeskOrder, card: Card | null) => (await run(() => attempt(order, card))) ?? null
  return { busy, problem, book, clearProblem: () => setProblem(null) }
}
