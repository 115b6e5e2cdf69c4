import { formatTwelveHour, parseTimeOfDay } from '../../contract/time.ts'
import type { BookingDraft } from './booking-draft.ts'

const shortDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/**
 * '2018 BMW 3 Series · Smart Connect Premium · Thu, Dec 3, 10:00 AM', as far as it is chosen; null without a
 * car.
 */
export function visitWords(
  { vehicle, day, time }: Pick<BookingDraft, 'vehicle' | 'day' | 'time'>,
  packageName: string | null,
): string | null {
  if (vehicle.model === '') return null
  const minutes = time === null ? null : parseTimeOfDay(time)
  const date = day === null ? null : shortDay.format(Date.parse(`${day}T00:00:00Z`))
  const start = date === null || minutes === null ? date : `${date}, ${formatTwelveHour(minutes)}`
  const car = [vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ')
  return [car, packageName, start].filter(Boolean).join(' · ')
}
