import { useId } from 'react'
import { classNames } from './class-names.ts'

export type GridTime = {
  /** The shop's wall time, such as '9:00'. */
  time: string
  displayTime: string
  available: boolean
  /** Why it cannot be chosen, such as 'Ends after closing'. */
  reason?: string | undefined
}

type TimeGridProps = {
  legend: string
  legendHidden?: boolean
  times: readonly GridTime[]
  value: string | null
  onChange: (time: string) => void
  error?: string | undefined
}

/** The starts of one day. Those that are taken stay in sight with their reason and cannot be chosen. */
export function TimeGrid({ legend, legendHidden = false, times, value, onChange, error }: TimeGridProps) {
  const name = useId()
  return (
    <fieldset className="@container min-w-0" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={legendHidden ? 'sr-only' : 'mb-3 text-sm font-medium'}>{legend}</legend>
      <div className="grid grid-cols-2 gap-2.5 @min-[22rem]:grid-cols-3 @min-[32rem]:grid-cols-4">
        {times.map(({ time, displayTime, available, reason }) => {
          const chosen = value === time
          return (
            <label
              key={time}
              className={classNames(
                'relative grid min-h-15 content-center justify-items-center rounded-control border px-2 py-2 text-center tabular-nums transition-colors',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember',
                chosen ? 'border-primary bg-primary font-semibold text-on-primary' : 'bg-surface',
                !chosen && available && 'border-line font-medium hover:border-line-strong',
                available
                  ? 'cursor-pointer'
                  : 'cursor-not-allowed border-dashed border-line bg-transparent text-muted',
              )}
            >
              <input
                type="radio"
                name={name}
                value={time}
                checked={chosen}
                disabled={!available}
                onChange={() => onChange(time)}
                className="absolute inset-0 appearance-none opacity-0"
              />
              <span className={available ? '' : 'text-sm line-through decoration-1'}>{displayTime}</span>
              {!available && <span className="text-xs leading-tight">{reason ?? 'Unavailable'}</span>}
            </label>
          )
        })}
      </div>
      {error && (
        <p id={`${name}-error`} role="alert" className="mt-3 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
