import type { HoldHealth } from '../../contract/payments/hold-health.ts'

/**
 * One line about a hold. `ask`: the action that the customer must take, urgent in the tone `bad`; null for
 * none.
 */
export type HoldLine = { text: string; tone: 'quiet' | 'warn' | 'bad'; ask: string | null }

/** 'Dec 12' of an ISO instant in the zone. */
export function formatShortDay(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' }).format(
    Date.parse(instant),
  )
}

const onlyAfter = 'You’re charged after the work.'
// Until then no hold is renewed.
const onceItFits = 'once the shop confirms the fit'

/** The active hold, and how it continues until the appointment. */
function liveLine(
  { liveUntil, renewsAt, awaitsFitment }: HoldHealth,
  day: (instant: string) => string,
): string {
  const held = `Your card is held${liveUntil === null ? '' : ` until ${day(liveUntil)}`}`
  if (awaitsFitment) return `${held}, and again ${onceItFits}. ${onlyAfter}`
  if (renewsAt === null) return `${held}. ${onlyAfter}`
  // Most banks release a hold after a week, long before its renewal; on the same day the gap does not show.
  const lapses = liveUntil !== null && liveUntil < renewsAt && day(liveUntil) !== day(renewsAt)
  return lapses
    ? `Your card is held through ${day(liveUntil)}, and we renew the hold on ${day(renewsAt)}. ${onlyAfter}`
    : `Your card is held, and we renew the hold on ${day(renewsAt)}. ${onlyAfter}`
}

/**
 * The state of an appointment's hold in words; null when there is nothing to say. Days are those of the
 * shop's zone.
 */
export function holdLineOf(hold: HoldHealth, timeZone: string): HoldLine | null {
  const { state, renewsAt, liveUntil, awaitsFitment } = hold
  const quiet = (text: string): HoldLine => ({ text, tone: 'quiet', ask: null })
  const day = (instant: string) => formatShortDay(instant, timeZone)
  switch (state) {
    case 'none':
      return null
    case 'no_card':
      return { text: 'Your card isn’t on file yet.', tone: 'warn', ask: 'Add your card to secure this time.' }
    case 'at_shop':
      return quiet('You pay at the shop after the installation.')
    case 'pending':
      return { text: 'Waiting for you to confirm your card.', tone: 'warn', ask: null }
    case 'live':
      return quiet(liveLine(hold, day))
    case 'saved':
      if (awaitsFitment) return quiet(`Your card is saved and will be held ${onceItFits}. ${onlyAfter}`)
      return quiet(
        renewsAt === null
          ? `Your card is saved. ${onlyAfter}`
          : `Your card is saved and will be held from ${day(renewsAt)}. ${onlyAfter}`,
      )
    case 'unconfirmed':
      return {
        text: 'We couldn’t renew the hold.',
        tone: 'warn',
        ask: awaitsFitment
          ? `Confirm your card, or we’ll try again ${onceItFits}.`
          : `Confirm your card${renewsAt === null ? '.' : `, or we’ll try again on ${day(renewsAt)}.`}`,
      }
    case 'failed':
      // The booking's hold may outlast the job, though only just.
      if (liveUntil !== null)
        return {
          text: `Your card is held until ${day(liveUntil)}. We couldn’t renew the hold.`,
          tone: 'warn',
          ask: 'Confirm your card.',
        }
      return {
        text: 'We couldn’t hold your card for this appointment. The shop knows.',
        tone: 'bad',
        ask: 'Confirm your card, or talk to the shop.',
      }
  }
}
