import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { formatCents } from '../../contract/money.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { formatLongDay, formatTwelveHour, parseTimeOfDay } from '../../contract/time.ts'

/** The known facts of an appointment in progress. `day` and `time` ('H:00') are the shop's wall time. */
export type Chosen = {
  vehicle: { year: string | number; make: string; model: string }
  offered?: Pick<InstallationPackage, 'name' | 'installationTime' | 'priceCents'> | undefined
  shop?:
    | (Pick<BookableShop, 'businessName' | 'address'> & Partial<Pick<BookableShop, 'cancellation'>>)
    | undefined
  day: string | null
  time: string | null
  /** The selected parts with details still loading. */
  awaited?: readonly SummaryRow['name'][]
}

export type SummaryRow = {
  name: 'Vehicle' | 'Package' | 'Day and time' | 'Location'
  /** Null while it is not selected or still loading. */
  value: string | null
  detail?: string
}

function whenOf({ day, time }: Chosen): string | null {
  if (day === null) return null
  const minutes = time === null ? null : parseTimeOfDay(time)
  return minutes === null ? formatLongDay(day) : `${formatLongDay(day)} at ${formatTwelveHour(minutes)}`
}

/** The four parts of an appointment, as far as they are selected and loaded. */
export function summaryRows(chosen: Chosen): SummaryRow[] {
  const { vehicle, offered, shop } = chosen
  const named = [vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ')
  return [
    { name: 'Vehicle', value: named || null },
    {
      name: 'Package',
      value: offered?.name ?? null,
      ...(offered && { detail: `${offered.installationTime}, parts & labor included` }),
    },
    { name: 'Day and time', value: whenOf(chosen) },
    { name: 'Location', value: shop?.businessName ?? null, ...(shop && { detail: shop.address }) },
  ]
}

const shortDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** Whether the part is selected but still loading. */
export function isAwaited({ awaited = [] }: Chosen, name: SummaryRow['name']): boolean {
  return awaited.includes(name)
}

/** Whether there is a price, loaded or still loading. */
export function hasPrice(chosen: Chosen): boolean {
  return chosen.offered !== undefined || isAwaited(chosen, 'Package')
}

/** The times of the hold and of the charge. */
export function chargeLine(chosen: Chosen): string {
  // With a fee for a late cancellation a charge may come before the work; the payment step states it.
  const terms = chosen.shop?.cancellation ?? null
  if (!hasPrice(chosen))
    return terms === null
      ? 'No hold until you book. No charge until the work is done.'
      : 'No hold until you book.'
  return `We hold this amount when you book. ${whenCharged(chosen.day)}`
}

/** 'You’re charged after the work on Dec 2.', with the day once it is known. */
export function whenCharged(day: string | null): string {
  const on = day === null ? '' : ` on ${shortDay.format(Date.parse(`${day}T00:00:00Z`))}`
  return `You’re charged after the work${on}.`
}

/** The price of the selection; null while it is unknown. */
export function totalOf({ offered }: Chosen): string | null {
  return offered ? formatCents(offered.priceCents) : null
}
