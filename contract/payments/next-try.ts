import { dayOf, formatLongDay, formatTwelveHour, wallTimeOf } from '../time.ts'

/** Declines of one card within this time count together. */
const windowMs = 86_400_000
/** Declines within the window after which the card is not tried again. */
export const mostDeclines = 3

/**
 * Declined charges of the saved card. `times`: epoch milliseconds, the latest first. `isFinal`: by the bank.
 */
export type Declines = { times: readonly number[]; isFinal: boolean }

export type NextTry = { kind: 'now' } | { kind: 'later'; at: number } | { kind: 'never' }

/**
 * When staff may charge the saved card again: at once, once fewer than three declines lie within 24 hours, or
 * never after a decline that the bank repeats for good, as for a stolen card. Pure.
 */
export function nextTryOf({ times, isFinal }: Declines, now: number): NextTry {
  if (isFinal) return { kind: 'never' }
  const decisive = times[mostDeclines - 1]
  if (decisive === undefined || decisive + windowMs <= now) return { kind: 'now' }
  return { kind: 'later', at: decisive + windowMs }
}

/** The next try in words for staff, in the shop's time zone. */
export function nextTrySentence(next: NextTry, zone: string): string {
  switch (next.kind) {
    case 'now':
      return 'You can try again now.'
    case 'later': {
      // The minute after, so that the time in words is not too early.
      const at = next.at + 59_999
      const { minutes } = wallTimeOf(at, zone)
      return `Another try is possible from ${formatTwelveHour(minutes)} on ${formatLongDay(dayOf(at, zone))}.`
    }
    case 'never':
      return 'The bank accepts no other charge on this card. Speak with the customer about another way to pay.'
  }
}
