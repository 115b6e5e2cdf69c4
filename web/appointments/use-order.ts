import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { contact as contactSchema, type AppointmentOrder } from '../../contract/booking/appointments.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { LateFee } from '../../contract/payments/consent.ts'
import type { Wallet } from '../../contract/payments/card-brand.ts'
import { formatCents } from '../../contract/money.ts'
import { randomId } from '../random-id.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { findFieldErrors, type FieldErrors } from '../identity/form-errors.ts'
import type { CreatePaymentMethod } from '../payments/card-answer.ts'
import type { Card } from '../payments/use-card.ts'
import type { ContactDraft, OrderAttempt } from './booking-draft.ts'
import { changeDraft, readDraft } from './draft-store.ts'
import { buildOrder } from './build-order.ts'
import { withoutVerdict } from './fitment-draft.ts'
import { placeOrder, type OrderOutcome } from './place-order.ts'

/** The message of the payment step after a try, beside the fields' own errors. */
export type OrderNotice = { kind: 'problem' | 'unknown' | 'unproven'; sentence: string }

type OrderInput = {
  owner: string
  contact: ContactDraft
  offered: InstallationPackage | undefined
  card: Card
  /** The visible fault of the card field; null for a complete card. */
  cardProblem: () => string | null
  /** The wallets that the consent names. */
  shownWallets: readonly Wallet[]
  /** The fee for a late cancellation that the page shows; null for none. */
  agreed: LateFee | null
  textConsent: AppointmentOrder['textConsent'] | null
  /** Called when the step ends: booked, or the start or the package is not available for this car. */
  onLeave: (
    outcome: Extract<OrderOutcome, { kind: 'booked' | 'slot' | 'package' | 'fitment' }>,
    attempt: OrderAttempt,
  ) => void
}

const contactNames = ['name', 'phone', 'email'] as const
type FieldName = (typeof contactNames)[number] | 'card' | 'wallet'

/**
 * The card of an order, and the place for its problems: under the card field, or beside the wallet buttons.
 */
type OrderPayment = { place: 'card' | 'wallet'; createPaymentMethod: CreatePaymentMethod }

/**
 * Sends the draft's order once, however often it is pressed, and keeps it for a retry while its outcome is
 * unknown.
 */
export function useOrder(input: OrderInput) {
  const { owner, contact, offered, card, cardProblem, shownWallets, agreed, textConsent, onLeave } = input
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<OrderNotice | null>(null)
  const [wrongField, setWrongField] = useState<FieldName | null>(null)

  const point = (found: FieldErrors) => {
    setErrors(found)
    setWrongField([...contactNames, 'card' as const, 'wallet' as const].find((name) => found[name]) ?? null)
  }

  const announceNewPrice = async (sentence: string) => {
    await queries.refetchQueries({ queryKey: ['packages'] })
    const offers = queries.getQueryData<InstallationPackage[]>(['packages'])
    const now = offers?.find(({ id }) => id === offered?.id)
    const { extraCents } = readDraft(owner).fitment
    const price = now ? ` It is now ${formatCents(now.priceCents + extraCents)}.` : ''
    setNotice({ kind: 'problem', sentence: `${sentence}${price}` })
  }

  const prepare = async ({ place, createPaymentMethod }: OrderPayment): Promise<OrderAttempt | null> => {
    const draft = readDraft(owner)
    if (draft.attempt) return draft.attempt
    const found = findFieldErrors(contactSchema, contact)
    if (contactNames.some((name) => found[name])) {
      // The card's fault shows together with the others, without a call to the provider.
      const wrongCard = place === 'card' ? cardProblem() : null
      point(wrongCard === null ? found : { ...found, card: wrongCard })
      return null
    }
    if (!offered) throw new Error('We no longer offer that package')
    const answer = await createPaymentMethod(contact)
    if (!answer.ok) {
      if (answer.onCard) point({ [place]: answer.sentence })
      else setNotice({ kind: 'problem', sentence: answer.sentence })
      return null
    }
    const order = buildOrder(draft, contact, offered, {
      paymentMethodId: answer.paymentMethodId,
      shownWallets,
      textConsent,
    })
    if (!order) throw new Error('The draft is not a whole order')
    return { key: randomId(), order, agreed }
  }

  const settle = async (
    outcome: OrderOutcome,
    attempt: OrderAttempt,
    { before, place }: { before: OrderAttempt | null; place: OrderPayment['place'] },
  ) => {
    switch (outcome.kind) {
      case 'unknown':
        return setNotice(outcome)
      case 'turned-away':
        changeDraft(owner, { attempt: before })
        return setNotice({ kind: 'problem', sentence: outcome.sentence })
      case 'unproven':
        changeDraft(owner, { attempt: before })
        return setNotice(outcome)
      case 'booked':
        return onLeave(outcome, attempt)
      case 'slot':
      case 'package':
        // A refused start is no longer the chosen one.
        changeDraft(owner, { attempt: null, ...(outcome.kind === 'slot' && { time: null }) })
        if (outcome.kind === 'package') await queries.refetchQueries({ queryKey: ['packages'] })
        // The refusal proves the cached times to be stale.
        queries.removeQueries({ queryKey: ['shop-times'] })
        return onLeave(outcome, attempt)
      case 'fitment':
        // The refusal proves the cached verdict to be stale; the answers stay.
        queries.removeQueries({ queryKey: ['fitment'] })
        changeDraft(owner, {
          attempt: null,
          fitment: withoutVerdict(readDraft(owner).fitment),
          packageId: null,
        })
        return onLeave(outcome, attempt)
      case 'price':
        changeDraft(owner, { attempt: null })
        return announceNewPrice(outcome.sentence)
      case 'terms':
        changeDraft(owner, { attempt: null })
        await queries.refetchQueries({ queryKey: ['shops'] })
        return setNotice({ kind: 'problem', sentence: outcome.sentence })
      case 'card':
        changeDraft(owner, { attempt: null })
        return point({ [place]: outcome.sentence })
      case 'refused': {
        changeDraft(owner, { attempt: null })
        const field = contactNames.find((name) => name === outcome.field)
        if (field) point({ [field]: outcome.sentence })
        else setNotice({ kind: 'problem', sentence: outcome.sentence })
      }
    }
  }

  const send = async (payment: OrderPayment) => {
    point({})
    setNotice(null)
    try {
      const before = readDraft(owner).attempt
      const attempt = await prepare(payment)
      if (!attempt) return
      // From here until the reply the outcome is unknown; a reload in between must find the same key.
      changeDraft(owner, { attempt })
      const outcome = await placeOrder(attempt, owner, card.confirmHold)
      await settle(outcome, attempt, { before, place: payment.place })
    } catch {
      setNotice({
        kind: 'problem',
        sentence: 'There was an error processing your appointment. Please try again.',
      })
    }
  }
  const submit = (payment: OrderPayment = { place: 'card', createPaymentMethod: card.createPaymentMethod }) =>
    run(() => send(payment))

  const clearError = (name: string, sentence = '') => setErrors((errors) => ({ ...errors, [name]: sentence }))

  /** Validates the contact before a wallet opens. Shows the errors; returns the first invalid field. */
  const checkContact = (): FieldName | null => {
    const found = findFieldErrors(contactSchema, contact)
    setErrors(found)
    setNotice(null)
    return contactNames.find((name) => found[name]) ?? null
  }

  return { busy, errors, wrongField, notice, submit, checkContact, clearError }
}
