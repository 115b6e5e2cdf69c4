import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { OfferedFitment, PackageFitment } from '../../contract/fitment/package-fitment.ts'
import { call, CallError } from '../api/client.ts'
import { pageAccount } from '../api/page-account.ts'
import { fullSentence } from '../payments/full-sentence.ts'
import type { Card } from '../payments/use-card.ts'

/** A package with the extras of the car, and the verdict on it as the customer saw and accepted it. */
export type AskedPackage = {
  offered: InstallationPackage
  accepted: { fitment: PackageFitment; offered: OfferedFitment } | null
}

/** Outcome of a change of package. After `unknown` the same one may be sent again; the others are final. */
export type PackageOutcome =
  | { kind: 'changed' }
  | { kind: 'price'; sentence: string }
  | { kind: 'refused'; sentence: string; isGone: boolean }
  | { kind: 'signed-out' }
  | { kind: 'unknown'; sentence: string }

const pressAgain =
  'We don’t know yet whether your package was changed. Tap Agree and Change again: it can’t happen twice.'

function outcomeOf(error: CallError): PackageOutcome {
  if (error.status === 401 || error.code === 'other_account') return { kind: 'signed-out' }
  if (error.code === 'price_changed') return { kind: 'price', sentence: error.message }
  // A refusal already says that the outcome is unknown.
  const unknown = error.code === null ? `${error.message} ${pressAgain}` : error.message
  if (error.outcomeUnknown) return { kind: 'unknown', sentence: unknown }
  const isGone = error.code === 'not_found' || error.code === 'appointment_not_changeable'
  return { kind: 'refused', sentence: error.message, isGone }
}

/**
 * Requests another package at the agreed price, lets the customer confirm the card with the bank if needed,
 * and sends the same change again: nothing changes before that, and only the server's answer counts. Handles
 * every failure of the server and the network.
 */
export async function requestPackage(
  id: string,
  { offered, accepted }: AskedPackage,
  confirmHold: Card['confirmHold'],
): Promise<PackageOutcome> {
  const change = {
    productId: offered.id,
    amount: offered.priceCents / 100,
    ...(accepted && { fitment: accepted.offered }),
  }
  // The bank's check takes a while, and meanwhile another tab may sign in.
  const account = pageAccount()
  const send = (asked: { holdId?: string } = {}) =>
    call('appointments.change', {
      params: { id },
      headers: {},
      body: { ...change, ...asked },
      ...(account !== null && { account }),
    })
  try {
    const reply = await send()
    if (!reply.requiresAction || reply.clientSecret === undefined) return { kind: 'changed' }
    const problem = await confirmHold(reply.clientSecret)
    const again = await send(reply.holdId === undefined ? {} : { holdId: reply.holdId })
    if (!again.requiresAction) return { kind: 'changed' }
    const why = fullSentence(problem ?? 'Payment confirmation failed')
    return { kind: 'refused', sentence: `${why} Your package didn’t change.`, isGone: false }
  } catch (error) {
    if (error instanceof CallError) return outcomeOf(error)
    throw error
  }
}
