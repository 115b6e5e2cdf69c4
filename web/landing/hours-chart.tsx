import type { BookableShop } from '../../contract/shops/shops.ts'
import { parseTimeOfDay } from '../../contract/time.ts'
import type { HoursLine } from '../appointments/shop-hours.ts'

type HoursChartProps = {
  lines: readonly HoursLine[]
  week: BookableShop['businessHours']
}

/** The bars span 6 AM to 10 PM; anything outside is cut off. */
const [dawn, night] = [6 * 60, 22 * 60]

function placeOf(time: string): number {
  const minutes = Math.min(Math.max(parseTimeOfDay(time) ?? 0, dawn), night)
  return ((minutes - dawn) / (night - dawn)) * 100
}

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** A shop's week in words, each line with a bar as long as the shop is open. */
export function HoursChart({ lines, week }: HoursChartProps) {
  return (
    <dl className="grid gap-2.5 sm:gap-5 sm:text-lg">
      {lines.map(({ days, hours }) => {
        const first = dayNames.find((name) => days.startsWith(name)) ?? 'Monday'
        const times = week[first.toLowerCase() as keyof typeof week]
        return (
          <div
            key={days}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 sm:gap-y-2"
          >
            <dt>{days}</dt>
            <dd className={times === null ? 'text-muted' : 'font-medium tabular-nums'}>{hours}</dd>
            <span
              aria-hidden="true"
              className="relative h-1.5 w-full overflow-hidden max-sm:hidden rounded-full bg-hover"
            >
              {times && (
                <span
                  className="absolute inset-y-0 rounded-full bg-ember"
                  style={{ left: `${placeOf(times.open)}%`, right: `${100 - placeOf(times.close)}%` }}
                />
              )}
            </span>
          </div>
        )
      })}
    </dl>
  )
}
