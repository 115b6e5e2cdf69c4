import type { SandboxClock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import { holdSeconds } from './charges.ts'
import { emitEvent } from './events.ts'
import type { PaymentIntentRecord, ProcessorRecords } from './records.ts'
import { putCanceled, releaseCharge } from './settle-payment.ts'

export interface HoldsWatch {
  /** Cancels the holds that are over; true when there were any. */
  expireDue(): boolean
  /** To be told of every piece of work, since it may have placed a hold. */
  workWasDone(): void
}

/** Knows when the next hold lapses, so that looking costs nothing until then. */
export function holdsWatch(journal: Journal<ProcessorRecords>, clock: SandboxClock): HoldsWatch {
  let next = 0
  const now = () => Math.floor(clock.now() / 1000)
  return {
    expireDue() {
      if (now() < next) return false
      const expired = expireHolds(journal, now())
      next = nextExpiry(journal)
      return expired > 0
    },
    workWasDone() {
      next = Math.min(next, now() + holdSeconds('visa', true))
    },
  }
}

/** Cancels every hold whose capture window ended by `now` (seconds), as Stripe does: reason `automatic`. */
function expireHolds(journal: Journal<ProcessorRecords>, now: number): number {
  const due = journal.list('payment_intent').filter((intent) => {
    const before = captureBefore(journal, intent)
    return before !== undefined && before <= now
  })
  for (const intent of due) {
    journal.transaction((records) => {
      const source = { records, now, requestId: '', idempotencyKey: null }
      const charge = releaseCharge(source, intent, 0)
      if (charge) emitEvent(source, 'charge.expired', charge)
      putCanceled(source, intent, 'automatic')
    })
  }
  return due.length
}

/** When the next hold lapses, in seconds since 1970, or never. */
function nextExpiry(journal: Journal<ProcessorRecords>): number {
  let next = Infinity
  for (const intent of journal.list('payment_intent')) {
    next = Math.min(next, captureBefore(journal, intent) ?? Infinity)
  }
  return next
}

function captureBefore(journal: Journal<ProcessorRecords>, intent: PaymentIntentRecord): number | undefined {
  if (intent.status !== 'requires_capture' || intent.latest_charge === null) return undefined
  return journal.get('charge', intent.latest_charge)?.payment_method_details.card.capture_before
}
