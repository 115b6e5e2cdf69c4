import type { WatchedCustomer } from '../../contract/admin/customers.ts'
import { isLiftable, type RecordedLimitName } from '../../contract/booking/customer-limits.ts'

/** Each limit as its heading. */
export const limitWords: Record<RecordedLimitName, string> = {
  too_many_appointments: 'Upcoming appointments',
  own_appointment_then: 'Appointments at one time',
  vehicle_has_appointment: 'Appointments of one vehicle',
  lapsed_claims: 'Unfinished payments',
  cards_of_account: 'Different cards tried',
  declines_of_card: 'Declines of one card',
  declines_of_network: 'Declined cards from the network',
}

/** 'Dec 7, 9:00 AM' of an ISO instant, by the browser's clock. */
export function momentHere(instant: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(Date.parse(instant))
}

/** The heading of a hit limit. That of a card cannot be lifted. */
export function hitHeading({ limit }: Pick<WatchedCustomer['hits'][number], 'limit'>): string {
  return isLiftable(limit) ? limitWords[limit] : `${limitWords[limit]} (cannot be lifted)`
}

/** 'Hit 3 times from 198.51.100.7, last on Dec 7, 9:00 AM'. */
export function hitSentence({ hits, network, lastAt }: WatchedCustomer['hits'][number]): string {
  return hits === 1
    ? `Hit once from ${network}, on ${momentHere(lastAt)}`
    : `Hit ${hits} times from ${network}, last on ${momentHere(lastAt)}`
}

/** 'Blocked on Dec 7, 9:00 AM by administrator@example.com'. */
export function decisionSentence(decision: WatchedCustomer['decisions'][number]): string {
  const { limit, until, decidedBy, decidedAt } = decision
  const done = { block: 'Blocked', unblock: 'Unblocked', lift: 'Limit lifted' }[decision.decision]
  const what = limit === null || until === null ? '' : ` (${limitWords[limit]}, until ${momentHere(until)})`
  return `${done}${what} on ${momentHere(decidedAt)} by ${decidedBy}`
}
