import type { BayUse } from '../../contract/admin/overview.ts'
import { hourName, percentOf, weekdayName } from './overview-words.ts'

/** The deepest tint on which text keeps a contrast of 4.5:1 in both color schemes. */
const mostColor = 45

/** Bay utilization: hours as rows, weekdays as columns, a deeper tint for a fuller hour. */
export function HeatMap({ cells, caption }: { cells: readonly BayUse[]; caption: string }) {
  const weekdays = [...new Set(cells.map((cell) => cell.weekday))].sort((a, b) => a - b)
  const hours = cells.map((cell) => cell.hour)
  const first = Math.min(...hours)
  const rows = Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index)
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 text-xs tabular-nums sm:border-spacing-1 sm:text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-12 font-normal sm:w-16">
            <span className="sr-only">Hour</span>
          </th>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" className="pb-1 font-medium">
              <abbr title={weekdayName(weekday)} className="no-underline">
                {weekdayName(weekday).slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((hour) => (
          <tr key={hour}>
            <th scope="row" className="pr-2 text-right font-normal whitespace-nowrap text-muted">
              {hourName(hour)}
            </th>
            {weekdays.map((weekday) => (
              <HeatCell
                key={weekday}
                cell={cells.find((one) => one.weekday === weekday && one.hour === hour)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeatCell({ cell }: { cell: BayUse | undefined }) {
  if (!cell)
    return (
      <td className="h-8 rounded-md border border-dashed border-line text-center text-muted sm:h-9">
        <span className="sr-only">not bookable</span>
      </td>
    )
  const { takenMinutes, openMinutes } = cell
  const depth = Math.round(4 + (mostColor - 4) * (takenMinutes / openMinutes))
  return (
    <td
      className="h-8 rounded-md text-center sm:h-9"
      style={{ backgroundColor: `color-mix(in srgb, var(--link) ${depth}%, var(--surface))` }}
    >
      {percentOf(takenMinutes, openMinutes)}
    </td>
  )
}
