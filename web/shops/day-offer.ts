import { weekdays } from '../../contract/shops/business-hours.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { sellableStarts } from '../../contract/slots/sellable-hours.ts'
import type { Slot } from '../../contract/slots/free-slots.ts'
import { parseTimeOfDay } from '../../contract/time.ts'
import type { DayHours, Weekday } from './week.ts'

export type Offer = { text: string; isWarning: boolean }
type Sold = Pick<InstallationPackage, 'name' | 'durationMinutes'>

/** The hour of a start: '10 AM'. */
function hourOf({ displayTime }: Slot): string {
  return displayTime.replace(':00', '')
}

/** 'at 10 AM only', 'at 9 AM or 10 AM', 'from 9 AM to 2 PM'. Starts are hourly, without a gap. */
function startsInWords(starts: readonly Slot[]): string {
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) return ''
  if (starts.length === 1) return `at ${hourOf(first)} only`
  return starts.length === 2
    ? `at ${hourOf(first)} or ${hourOf(last)}`
    : `${hourOf(first)} to ${hourOf(last)}`
}

/** The names without a beginning that another one shares: 'Essential' of 'Smart Connect Essential'. */
function shortNames(names: readonly string[]): string[] {
  return names.map((name) => {
    const words = name.split(' ')
    const shared = words.findIndex(
      (_, index) =>
        !names.some((other) => other !== name && other.startsWith(`${words.slice(0, index + 1).join(' ')} `)),
    )
    return words.slice(shared).join(' ')
  })
}

/** Joins names: 'A', 'A and B', 'A, B and C'. */
const joined = new Intl.ListFormat('en-US', { type: 'conjunction' })

/**
 * The starts that customers can book on a weekday with these hours, in words; null on a closed day and while
 * a time is half typed.
 */
export function dayOffer(weekday: Weekday, day: DayHours, packages: readonly Sold[]): Offer | null {
  const [opens, closes] = [parseTimeOfDay(day.open), parseTimeOfDay(day.close)]
  if (!day.isOpen || opens === null || closes === null || opens >= closes || packages.length === 0)
    return null
  if (weekday === 'Saturday' || weekday === 'Sunday')
    return { text: 'Not booked online: customers book Monday to Friday.', isWarning: true }
  const number = weekdays.indexOf(weekday) + 1
  const names = shortNames(packages.map(({ name }) => name))
  const offers = packages.map(({ durationMinutes }, index) => ({
    name: names[index] ?? '',
    starts: sellableStarts(number, { opens, closes }, durationMinutes),
  }))
  const sold = offers.filter(({ starts }) => starts.length > 0)
  const unsold = offers.filter(({ starts }) => starts.length === 0).map(({ name }) => name)
  if (sold.length === 0)
    return { text: 'Nothing can be booked: no installation fits into these hours.', isWarning: true }
  const parts = sold.map(({ name, starts }) => `${name} ${startsInWords(starts)}`)
  const rest = unsold.length === 0 ? '' : ` Too short for ${joined.format(unsold)}.`
  return { text: `Starts: ${parts.join(', ')}.${rest}`, isWarning: unsold.length > 0 }
}
