import type { Indexes } from '../journal.ts'
import { everything } from '../table.ts'
import type { EventRecord, ProcessorRecords } from './records.ts'

/** Indexes of the card processor's records, so that no request slows down as their number grows. */
export const PROCESSOR_INDEXES: Indexes<ProcessorRecords> = {
  customer: { all: everything, email: (customer) => customer.email },
  payment_method: { customer: (method) => method.customer },
  payment_intent: { all: everything, customer: (intent) => intent.customer },
  setup_intent: { all: everything, customer: (intent) => intent.customer },
  charge: {
    all: everything,
    customer: (charge) => charge.customer,
    payment_intent: (charge) => charge.payment_intent,
  },
  refund: {
    all: everything,
    charge: (refund) => refund.charge,
    payment_intent: (refund) => refund.payment_intent,
  },
  dispute: {
    all: everything,
    charge: (dispute) => dispute.charge,
    payment_intent: (dispute) => dispute.payment_intent,
  },
  event: { all: everything, type: (event) => event.type, payment_intent: paymentOf },
}

/** The payment intent of an event, directly or through its charge or refund. */
function paymentOf(event: EventRecord): string | null {
  const about = event.data.object as { object?: string; id?: string; payment_intent?: string | null }
  return (about.object === 'payment_intent' ? about.id : about.payment_intent) ?? null
}
