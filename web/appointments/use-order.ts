import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { contact as contactSchema } from '../../contract/appointments/appointments.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { offlineSentence } from '../api/client.ts'
import { findFieldErrors, type FieldErrors } from '../identity/form-errors.ts'
import type { Card } from '../payments/use-card.ts'
import type { ContactDraft, OrderAttempt } from './booking-draft.ts'
import { changeDraft, readDraft } from './draft-store.ts'
import { isSameOrder, makeOrder } from './order-making.ts'
import { placeOrder, type OrderOutcome } from './place-order.ts'

/** What the payment step has to say after a try, beside the fields' own errors. */
export type OrderNotice = { kind: 'signed-out' } | { kind: 'problem' | 'unknown'; sentence: string }

type OrderInput = {
  owner: string
  contact: ContactDraft
  offered: InstallationPackage | undefined
  card: Card | null
  /** Called with what ends the step: booked, or the start or the package cannot be had. */
  onLeave: (
    outcome: Extract<OrderOutcome, { kind: 'booked' | 'slot' | 'package' }>,
    attempt: OrderAttempt,
  ) => void
}

const contactNames = ['name', 'phone', 'email'] as const

/** Sends the order of the draft, once however often it is asked to, and keeps it for another try while its outcome is unknown. */
export function useOrder({ owner, contact, offered, card, onLeave }: OrderInput) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  // State comes too late for the second click of a double click.
  const running = useRef(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<OrderNotice | null>(null)

  const prepare = async (): Promise<OrderAttempt | null> => {
    const draft = readDraft(owner)
    if (draft.attempt?.unsettled) return draft.attempt
    const found = findFieldErrors(contactSchema, contact)
    setErrors(found)
    if (contactNames.some((name) => found[name])) return null
    if (!card || !offered) {
      setErrors({ card: 'The card field is not ready yet. Please try again in a moment.' })
      return null
    }
    const kept = draft.attempt
    const same = kept && makeOrder(draft, contact, offered, kept.order.paymentMethodId)
    if (kept && same && isSameOrder(kept.order, same)) return kept
    const answer = await card.createPaymentMethod(contact)
    if (!answer.ok) {
      if (answer.onCard) setErrors({ card: answer.sentence })
      else setNotice({ kind: 'problem', sentence: answer.sentence })
      return null
    }
    const order = makeOrder(draft, contact, offered, answer.paymentMethodId)
    if (!order) throw new Error('The draft is not a whole order')
    return { key: crypto.randomUUID(), order, unsettled: false }
  }

  const settle = async (outcome: OrderOutcome, attempt: OrderAttempt) => {
    switch (outcome.kind) {
      case 'unknown':
        return setNotice(outcome)
      case 'signed-out':
        changeDraft(owner, { attempt })
        return setNotice(outcome)
      case 'turned-away':
        changeDraft(owner, { attempt })
        return setNotice({ kind: 'problem', sentence: outcome.sentence })
      case 'booked':
        return onLeave(outcome, attempt)
      case 'slot':
      case 'package':
        changeDraft(owner, { attempt: null })
        if (outcome.kind === 'package') await queries.refetchQueries({ queryKey: ['packages'] })
        return onLeave(outcome, attempt)
      case 'price':
        changeDraft(owner, { attempt: null })
        await queries.refetchQueries({ queryKey: ['packages'] })
        return setNotice({ kind: 'problem', sentence: outcome.sentence })
      case 'card':
        changeDraft(owner, { attempt: null })
        setErrors({ card: outcome.sentence })
        return card?.focus()
      case 'refused': {
        changeDraft(owner, { attempt: null })
        const field = contactNames.find((name) => name === outcome.field)
        if (field) setErrors({ [field]: outcome.sentence })
        else setNotice({ kind: 'problem', sentence: outcome.sentence })
      }
    }
  }

  const submit = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setErrors({})
    setNotice(null)
    try {
      const attempt = await prepare()
      if (!attempt) return
      // From here until the answer nobody knows; a reload in between must find the same key.
      changeDraft(owner, { attempt: { ...attempt, unsettled: true } })
      const outcome = await placeOrder(attempt, async (secret) =>
        card ? card.confirmHold(secret) : offlineSentence,
      )
      await settle(outcome, attempt)
    } catch {
      setNotice({
        kind: 'problem',
        sentence: 'There was an error processing your appointment. Please try again.',
      })
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const clearError = (name: string, sentence = '') => setErrors((errors) => ({ ...errors, [name]: sentence }))

  return { busy, errors, notice, submit, clearError }
}
