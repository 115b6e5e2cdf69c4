import type { SandboxClock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import { emitEvent } from './events.ts'
import type { ChargeRecord, ProcessorRecords } from './records.ts'
import { putCanceled, releaseCharge } from './settle-payment.ts'

interface Lapse {
  /** Seconds since 1970. */
  at: number
  charge: string
}

/**
 * Returns a function that cancels expired holds and reports whether there were any. Create it before the
 * journal is opened: it sorts the ends of all holds as they are written, so that a call without an expired
 * hold costs nothing.
 */
export function createHoldExpiry(journal: Journal<ProcessorRecords>, clock: SandboxClock): () => boolean {
  const lapses: Lapse[] = []

  journal.watch('charge', (id, charge) => {
    const at = captureBefore(charge)
    if (at === undefined) return
    lapses.splice(placeOf(lapses, at), 0, { at, charge: id })
  })

  return () => {
    const now = Math.floor(clock.now() / 1000)
    if ((lapses[0]?.at ?? Infinity) > now) return false
    let expired = false
    for (const { charge } of lapses.splice(0, placeOf(lapses, now)))
      if (expire(journal, charge, now)) expired = true
    return expired
  }
}

/** The number of entries that end at `at` or before. */
function placeOf(lapses: readonly Lapse[], at: number): number {
  let low = 0
  let high = lapses.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((lapses[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** Cancels one expired hold, as Stripe does: reason `automatic`. False when it was settled before. */
function expire(journal: Journal<ProcessorRecords>, id: string, now: number): boolean {
  const charge = journal.get('charge', id)
  const end = charge && captureBefore(charge)
  const intent = charge && journal.get('payment_intent', charge.payment_intent)
  if (
    end === undefined ||
    end > now ||
    intent?.status !== 'requires_capture' ||
    intent.latest_charge !== id
  ) {
    return false
  }
  journal.transaction((records) => {
    const source = { records, now, requestId: '', idempotencyKey: null }
    const released = releaseCharge(source, intent, 0, 'expired_uncaptured_charge')
    if (released) emitEvent(source, 'charge.expired', released)
    putCanceled(source, intent, 'automatic')
  })
  return true
}

/** A charge has this field only while it is a hold. */
function captureBefore(charge: ChargeRecord): number | undefined {
  return charge.payment_method_details.card.capture_before
}
