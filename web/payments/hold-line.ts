import type { HoldHealth } from '../../contract/payments/hold-health.ts'

/** One line about a hold. `confirm`: the person is to confirm the card, more urgently in the tone `bad`. */
export type HoldLine = { text: string; tone: 'quiet' | 'warn' | 'bad'; confirm: boolean }

/** 'Dec 12' of an ISO instant, as a calendar in the zone shows it. */
export function formatShortDay(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' }).format(
    Date.parse(instant),
  )
}

/** How the hold of an appointment stands, in words; null when there is nothing to say. Days are those of the shop's zone. */
export function holdLineOf(hold: HoldHealth, timeZone: string): HoldLine | null {
  const { state, liveUntil, renewsAt } = hold
  const quiet = (text: string): HoldLine => ({ text, tone: 'quiet', confirm: false })
  const day = (instant: string) => formatShortDay(instant, timeZone)
  switch (state) {
    case 'none':
      return null
    case 'pending':
      return { text: 'Waiting for you to confirm your card.', tone: 'warn', confirm: false }
    case 'live': {
      const until = liveUntil === null ? '' : ` until ${day(liveUntil)}`
      const fresh = renewsAt === null ? '' : `; a fresh hold follows on ${day(renewsAt)}`
      return quiet(`Your card is held${until}${fresh}; charged only after the work is done.`)
    }
    case 'saved':
      return renewsAt === null
        ? quiet('Your card is saved; charged only after the work is done.')
        : quiet(`Your card is saved; the hold is placed on ${day(renewsAt)}.`)
    case 'unconfirmed':
      return {
        text: `The hold could not be renewed without you. Please confirm your card${
          renewsAt === null ? '.' : `; we try again on ${day(renewsAt)}.`
        }`,
        tone: 'warn',
        confirm: true,
      }
    case 'failed':
      return {
        text: 'No hold could be placed on your card, and the shop knows. Please confirm your card before the appointment.',
        tone: 'bad',
        confirm: true,
      }
  }
}
