import type { AppointmentDetails, PaymentShown } from '../../contract/admin/admin.ts'
import type { Attention } from '../../contract/admin/attention.ts'
import { formatCents } from '../../contract/money.ts'
import { dayOf } from '../../contract/time.ts'
import { formatCard } from '../../contract/payments/card-brand.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { paymentNoteWords, paymentWords, type PaymentLabel } from '../../contract/payments/payment-words.ts'
import type { WorkState } from '../../contract/workshop/work-states.ts'
import { workStateWords } from '../../contract/workshop/work-words.ts'
import { heldCentsOf } from '../payments/held-amount.ts'
import type { BadgeTone } from '../ui/badge.tsx'
import { isUnpaidAtDesk } from './booked-job.ts'

/** 'Mon, Dec 7, 2026, 9:00 AM PST' as a clock in the zone shows it; 'Invalid Date' when it cannot be read. */
export function formatAppointmentDate(text: string, timeZone: string): string {
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) return 'Invalid Date'
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  }).format(instant)
}

/**
 * The date of a row: as `formatAppointmentDate`, without the year when it is the present one in the zone.
 * `now` in epoch milliseconds, null while unknown.
 */
export function formatRowDate(text: string, timeZone: string, now: number | null): string {
  const whole = formatAppointmentDate(text, timeZone)
  if (now === null || whole === 'Invalid Date') return whole
  const yearOf = (instant: number) => dayOf(instant, timeZone).slice(0, 4)
  const year = yearOf(Date.parse(text))
  return year === yearOf(now) ? whole.replace(`, ${year},`, ',') : whole
}

/** 'Dec 7, 9:00 AM' of an ISO instant, as a clock in the zone shows it. */
export function formatMoment(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(Date.parse(instant))
}

/** '9:00 AM' of an instant, as a clock in the zone shows it; in the reader's own zone when left out. */
export function formatClock(instant: string | number, timeZone?: string): string {
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  // Some browsers put a narrow no-break space before AM and PM.
  return time.format(new Date(instant)).replaceAll(/\s/g, ' ')
}

const labelTones: Record<PaymentLabel, BadgeTone> = {
  pending: 'neutral',
  authorized: 'blue',
  card_saved: 'blue',
  card_unconfirmed: 'amber',
  hold_failed: 'red',
  no_card: 'amber',
  at_shop: 'neutral',
  completed: 'green',
  cancelled: 'neutral',
}

export const workStateTones: Record<WorkState, BadgeTone> = {
  booked: 'blue',
  arrived: 'amber',
  in_bay: 'violet',
  ready: 'green',
  handed_over: 'neutral',
  no_show: 'red',
}

/** The badge of a payment. */
export function paymentBadgeOf({ label }: PaymentShown): { text: string; tone: BadgeTone } {
  return { text: paymentWords[label], tone: labelTones[label] }
}

/** The state of an appointment whose package the shop has to check. */
export const fitmentAwaited = 'Awaiting fitment check'

type JobFacts = { payment: PaymentShown; awaitsFitment: boolean; workState: WorkState }

/** Payments that need a person before the work goes on. */
const troubledLabels: readonly PaymentShown['label'][] = ['hold_failed', 'card_unconfirmed', 'no_card']

/**
 * The state of a job in a word or two: its open fitment check, a problem of its payment, then where the car
 * is; before the car comes, its payment. A fact that needs a person comes before the badge.
 */
export function jobStatusOf({ payment, awaitsFitment, workState }: JobFacts): {
  text: string
  tone: BadgeTone
} {
  const { label, note } = payment
  // The missing answer would cancel the appointment, also with a good card.
  if (awaitsFitment) return { text: fitmentAwaited, tone: 'amber' }
  if (note !== null) return { text: paymentNoteWords[note], tone: note === 'refunded' ? 'neutral' : 'amber' }
  if (label === 'pending') return { text: paymentWords[label], tone: 'amber' }
  if (workState === 'booked' || troubledLabels.includes(label)) return paymentBadgeOf(payment)
  return { text: workStateWords[workState], tone: workStateTones[workState] }
}

/** 'the Visa ending in 4242' within a sentence, or 'the card' when the provider gave no details. */
export function theCard(card: HoldHealth['card']): string {
  return card ? `the ${formatCard(card, 'card')}` : 'the card'
}

/** The state of a hold for staff: `short` in the table where action may be needed, `long` in the details. */
export type HoldWords = { text: string; warning: string | null }

/** The hold's health in words; null when it is fine. */
export function holdWordsOf(hold: HoldHealth, timeZone: string): HoldWords | null {
  const at = (instant: string) => formatMoment(instant, timeZone)
  const next = hold.awaitsFitment
    ? 'once the fit is confirmed'
    : hold.renewsAt === null
      ? null
      : `on ${at(hold.renewsAt)}`
  switch (hold.state) {
    case 'none':
      return null
    case 'no_card':
      return { text: 'The customer hasn’t given a card yet.', warning: 'No card yet' }
    case 'at_shop':
      return { text: 'The customer pays at the shop. No card is held.', warning: null }
    case 'pending':
      return { text: 'The customer hasn’t confirmed the card with the bank yet.', warning: null }
    case 'live': {
      const until = hold.liveUntil === null ? 'Held.' : `Held until ${at(hold.liveUntil)}.`
      const renews = next === null ? ' No new hold is needed.' : ` We’ll place a new hold ${next}.`
      return { text: until + renews, warning: null }
    }
    case 'saved':
      return {
        text:
          next === null
            ? 'No hold. The capture charges the saved card.'
            : `No hold right now. We’ll hold the saved card ${next}.`,
        warning: null,
      }
    case 'unconfirmed':
      return {
        text: `The new hold was declined. We asked the customer to confirm the card.${next === null ? '' : ` We’ll try again ${next}.`}`,
        warning: 'Card not confirmed',
      }
    case 'failed':
      return {
        text:
          hold.liveUntil === null
            ? 'Every attempt to hold the card failed. Ask for the card again, or contact the customer.'
            : `Held until ${at(hold.liveUntil)}. Every attempt to renew the hold failed. Ask for the card again, or contact the customer.`,
        warning: hold.liveUntil === null ? 'Hold failed' : 'Hold not renewed',
      }
  }
}

type Cancelled = Pick<
  AppointmentDetails,
  'paymentStatus' | 'capturedCents' | 'refundedCents' | 'disputedCents' | 'refundableCents' | 'hold'
>

/** The refund of a cancelled captured payment, less the parts that have gone back before. */
function refundSentence(payment: Cancelled, card: string): string {
  const { capturedCents, refundedCents, disputedCents, refundableCents } = payment
  const leftCents = refundableCents ?? 0
  const [captured, left] = [formatCents(capturedCents), formatCents(leftCents)]
  if (leftCents === capturedCents) return `We’ll refund the captured ${captured} in full to ${card}.`
  if (refundedCents === capturedCents) return `The captured ${captured} already went back to ${card}.`
  const returnedCents = Math.max(disputedCents, capturedCents - refundedCents - leftCents)
  const gone = [
    refundedCents > 0 && `${formatCents(refundedCents)} already went back`,
    returnedCents > 0 && `the bank has returned ${formatCents(returnedCents)} after a dispute`,
  ].filter((part) => part !== false)
  const before = `Of the captured ${captured}, ${gone.join(' and ')}`
  return leftCents === 0
    ? `${before}. There’s nothing more to refund.`
    : `${before}. We’ll refund the other ${left} to ${card}.`
}

/** The effect of a cancellation on the money, told before it happens. */
export function cancelSentence(payment: Cancelled): string {
  const { paymentStatus, hold } = payment
  const card = theCard(hold.card)
  if (isUnpaidAtDesk(hold.state)) return 'Nothing is held or charged.'
  if (paymentStatus === 'completed' && payment.capturedCents === 0)
    return 'Nothing was charged to a card, so we refund nothing.'
  if (paymentStatus === 'completed') return refundSentence(payment, card)
  if (paymentStatus === 'pending')
    return 'The customer hasn’t confirmed the card with the bank yet. There’s no hold and no charge.'
  const held = heldCentsOf(hold)
  return held === null
    ? `There’s no hold on ${card} right now, and the customer won’t be charged.`
    : `We’ll release the hold of ${formatCents(held)} on ${card}. The customer won’t be charged.`
}

type Upcoming = Pick<AppointmentDetails, 'paymentStatus' | 'hold' | 'customerEmail' | 'appointmentDate'>

/** Whether the customer of a cancelled appointment gets a mail. A claim was never confirmed by one. */
export function isToldOfCancellation({
  paymentStatus,
  hold,
  customerEmail,
}: Pick<Upcoming, 'paymentStatus' | 'hold' | 'customerEmail'>): boolean {
  const isClaim = paymentStatus === 'pending' && !isUnpaidAtDesk(hold.state)
  return !isClaim && customerEmail !== ''
}

/** The other effects of a cancellation. The time of an appointment that has begun is of no use to others. */
export function cancelEffects(
  { paymentStatus, hold, customerEmail, appointmentDate }: Upcoming,
  now: number | null,
): string {
  const opens = now === null || Date.parse(appointmentDate) > now
  const effects = [
    isToldOfCancellation({ paymentStatus, hold, customerEmail }) && 'We’ll email the customer.',
    opens && 'The time opens up for other customers.',
    'This cannot be undone.',
  ]
  return effects.filter((effect) => effect !== false).join(' ')
}

/** '2 customers hit a limit' and '1 network is flagged', as far as they are. */
export function suspectWords({ limitedCustomers, flaggedNetworks }: Attention): string[] {
  return [
    limitedCustomers > 0
      ? `${limitedCustomers} ${limitedCustomers === 1 ? 'customer' : 'customers'} hit a limit`
      : '',
    flaggedNetworks > 0
      ? `${flaggedNetworks} ${flaggedNetworks === 1 ? 'network is' : 'networks are'} flagged`
      : '',
  ].filter(Boolean)
}
