import { useId } from 'react'
import { classNames } from './class-names.ts'
import { dateOfDay } from './local-day.ts'

export type StripDay = { day: string; disabled?: boolean; note?: string }

type DateStripProps = {
  legend: string
  legendHidden?: boolean
  /** Days are 'YYYY-MM-DD'; `note` says in two or three words why a day is disabled. */
  days: readonly StripDay[]
  value: string | null
  onChange: (day: string) => void
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' })
const month = new Intl.DateTimeFormat('en-US', { month: 'short' })
const full = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/** A row of days to choose one from. It scrolls sideways where it does not fit. */
export function DateStrip({ legend, legendHidden = false, days, value, onChange }: DateStripProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={legendHidden ? 'sr-only' : 'mb-3 text-sm font-medium'}>{legend}</legend>
      <div className="-mx-1 flex snap-x gap-2 overflow-x-auto px-1 pt-1 pb-3 [scrollbar-width:thin]">
        {days.map(({ day, disabled = false, note }) => {
          const date = dateOfDay(day)
          const chosen = value === day
          return (
            <label
              key={day}
              className={classNames(
                'relative grid min-h-24 min-w-15 flex-1 snap-start content-center justify-items-center gap-0.5 rounded-card border px-2 py-3 transition-colors',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember',
                chosen ? 'border-primary bg-primary text-on-primary' : 'bg-surface',
                !chosen && !disabled && 'border-line hover:border-line-strong',
                disabled ? 'cursor-not-allowed border-dashed border-line text-muted' : 'cursor-pointer',
              )}
            >
              <input
                type="radio"
                name={name}
                value={day}
                checked={chosen}
                disabled={disabled}
                onChange={() => onChange(day)}
                aria-label={note ? `${full.format(date)}, ${note}` : full.format(date)}
                className="absolute inset-0 appearance-none rounded-card opacity-0"
              />
              <span aria-hidden="true" className={classNames('text-xs font-medium', !chosen && 'text-muted')}>
                {weekday.format(date)}
              </span>
              <span
                aria-hidden="true"
                className={classNames(
                  'text-2xl leading-8 font-semibold tabular-nums',
                  disabled && 'font-normal line-through',
                )}
              >
                {date.getDate()}
              </span>
              <span aria-hidden="true" className={classNames('text-xs', !chosen && 'text-muted')}>
                {note ?? month.format(date)}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
