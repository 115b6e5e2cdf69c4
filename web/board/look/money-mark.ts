import type { BoardJob } from '../../../contract/admin/board.ts'
import { paymentNoteWords } from '../../../contract/payments/payment-words.ts'

/** The state of the money of a job, as its small mark on the board shows it. */
export const moneyKinds = ['held', 'later', 'charged', 'refused', 'at_shop', 'returned', 'none'] as const
export type MoneyKind = (typeof moneyKinds)[number]

export type MoneyMark = { kind: MoneyKind; words: string }

/** Words of the marks in the legend. */
export const moneyWords: Record<MoneyKind, string> = {
  held: 'Held',
  later: 'Held later',
  charged: 'Charged',
  refused: 'Card declined',
  at_shop: 'Pays at the shop',
  returned: 'Refund or dispute',
  none: 'No card yet',
}

const monthDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** 'Dec 3' */
function formatMonthDay(day: string): string {
  return monthDay.format(Date.parse(`${day}T00:00:00Z`))
}

/** The mark of a job's money with its words: 'Card held', or 'To be held on Dec 3'. */
export function moneyMarkOf({ payment, holdsOn }: Pick<BoardJob, 'payment' | 'holdsOn'>): MoneyMark {
  const { label, note } = payment
  switch (note) {
    case 'refunding':
    case 'refunded':
    case 'partly_refunded':
    case 'inquiry':
    case 'disputed':
    case 'dispute_lost':
    case 'dispute_prevented':
      return { kind: 'returned', words: paymentNoteWords[note] }
    case 'paid_at_shop':
    case 'fee_charged':
      return { kind: 'charged', words: paymentNoteWords[note] }
    case 'hold_not_renewed':
      return { kind: 'refused', words: 'Held, but the card was declined since' }
    case null:
  }
  switch (label) {
    case 'authorized':
      return { kind: 'held', words: 'Card held' }
    case 'card_saved':
      return {
        kind: 'later',
        words: holdsOn === null ? 'Card saved' : `To be held on ${formatMonthDay(holdsOn)}`,
      }
    case 'card_unconfirmed':
    case 'hold_failed':
      return { kind: 'refused', words: 'Card declined' }
    case 'completed':
      return { kind: 'charged', words: 'Charged' }
    case 'at_shop':
      return { kind: 'at_shop', words: 'Pays at the shop' }
    case 'pending':
    case 'no_card':
    case 'cancelled':
      return { kind: 'none', words: 'Nothing held' }
  }
}
