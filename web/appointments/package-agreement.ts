import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { FitmentOutcome } from '../../contract/fitment/fitment-data.ts'
import { formatCents } from '../../contract/money.ts'
import { formatTwelveHour, parseWallTime } from '../../contract/time.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'
import { heldCentsOf } from '../payments/held-amount.ts'
import { priceDifference } from './price-difference.ts'

type Present = Pick<
  CustomerAppointment,
  'price' | 'dayPrice' | 'hold' | 'appointmentDate' | 'durationMinutes' | 'installationTime' | 'cancelFee'
>
type Wanted = Pick<InstallationPackage, 'priceCents' | 'durationMinutes' | 'installationTime'>

export type PackageAgreement = {
  /** '$300 less' or '$500 more'; null for the same price. */
  difference: string | null
  /** The effect on the money, now and later. */
  money: string
  /** The new duration and end, beside the old ones. */
  time: string
  /** The check by the shop that the package needs first; null without one. */
  check: string | null
  /** A new hold is needed, which needs the customer's consent. */
  holdsAnew: boolean
}

const checkFirst =
  'The shop checks first that this package fits your car. If it doesn’t fit, we cancel the appointment and release the hold.'

/** The terms that the customer accepts when switching an appointment to another package. */
export function agreementOn(
  present: Present,
  wanted: Wanted,
  verdict: FitmentOutcome | null,
): PackageAgreement {
  const presentCents = Math.round(present.price * 100)
  const heldCents = heldCentsOf(present.hold)
  const price = formatCents(wanted.priceCents)
  const charged = formatCents(chargedAfter(present, wanted))
  const holdsAnew = wanted.priceCents > (heldCents ?? presentCents)
  return {
    difference: priceDifference(presentCents, wanted.priceCents),
    money: holdsAnew ? newHold(present, heldCents, { price, charged }) : sameHold(heldCents, charged),
    time: timeOf(present, wanted),
    check: verdict === 'needs_review' ? checkFirst : null,
    holdsAnew,
  }
}

/** The lines of the day and payments so far stay with another package. */
function chargedAfter({ price, dayPrice }: Present, { priceCents }: Wanted): number {
  if (dayPrice === undefined) return priceCents
  return Math.max(0, dayPrice.dueCents + priceCents - Math.round(price * 100))
}

function sameHold(heldCents: number | null, charged: string): string {
  return heldCents === null
    ? `We charge ${charged} after the work.`
    : `Your hold of ${formatCents(heldCents)} stays, and we charge ${charged} after the work.`
}

function newHold(
  { hold, cancelFee }: Present,
  heldCents: number | null,
  { price, charged }: { price: string; charged: string },
): string {
  const card = yourCard(hold.card)
  const placed =
    heldCents === null
      ? `We’ll place a hold of ${price} on ${card} now.`
      : `We’ll place a new hold of ${price} on ${card} now and release the old one of ${formatCents(heldCents)}.`
  return cancelFee === null
    ? `${placed} ${charged === price ? 'No charge until the work is done.' : `We charge ${charged} after the work.`}`
    : `${placed} We charge ${charged === price ? 'it' : charged} after the work. The fee for a late cancellation stays as you agreed.`
}

function timeOf(present: Present, wanted: Wanted): string {
  if (present.durationMinutes === wanted.durationMinutes)
    return `The installation takes ${wanted.installationTime}, as before.`
  const takes = `The installation takes ${wanted.installationTime} instead of ${present.installationTime}`
  const start = parseWallTime(present.appointmentDate)
  if (!start) return `${takes}.`
  const ends = (minutes: number) => formatTwelveHour(start.minutes + minutes)
  return `${takes}: it ends by ${ends(wanted.durationMinutes)}, not ${ends(present.durationMinutes)}.`
}
