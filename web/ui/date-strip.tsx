import { memo, useEffect, useId } from 'react'
import { classNames } from './class-names.ts'
import { dateOfDay } from './local-day.ts'
import { Skeleton } from './skeleton.tsx'
import { useScrollEdges } from './use-scroll-edges.ts'

export type StripDay = {
  day: string
  disabled?: boolean
  /** Two or three words under the date, read out with it: '5 times', 'Closed'. */
  note?: string
  /** The free share of the day, from 0 to 1, shown as a gauge. */
  level?: number
}

type DateStripProps = {
  legend: string
  legendHidden?: boolean
  /** Days are 'YYYY-MM-DD'. */
  days: readonly StripDay[]
  /** Notes are loading: space is reserved for them, so that nothing moves. */
  awaitsNotes?: boolean
  value: string | null
  onChange: (day: string) => void
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' })
const month = new Intl.DateTimeFormat('en-US', { month: 'short' })
const full = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/**
 * A row of days with one selected. If it does not fit it scrolls sideways, fades at the edge and keeps the
 * selected day in view.
 */
export function DateStrip(props: DateStripProps) {
  const { legend, legendHidden = false, days, awaitsNotes = false, value, onChange } = props
  const name = useId()
  const { holder, onScroll, before, after } = useScrollEdges<HTMLDivElement>()

  useEffect(() => {
    const box = holder.current
    const chosen = value !== null && box?.querySelector<HTMLElement>(`label:has([value="${value}"])`)
    if (!box || !chosen) return
    const { offsetLeft, offsetWidth } = chosen
    const hidden = offsetLeft < box.scrollLeft || offsetLeft + offsetWidth > box.scrollLeft + box.clientWidth
    // Sideways only: the page itself must not scroll.
    if (hidden) box.scrollTo({ left: offsetLeft - (box.clientWidth - offsetWidth) / 2 })
  }, [holder, value])

  return (
    <fieldset className="min-w-0">
      <legend className={legendHidden ? 'sr-only' : 'mb-3 text-sm font-medium'}>{legend}</legend>
      <div
        ref={holder}
        onScroll={onScroll}
        className={classNames(
          'relative -mx-1 flex snap-x scroll-px-12 scroll-smooth gap-2 overflow-x-auto lg:gap-1.5 px-1 pt-1 pb-3 [scrollbar-width:thin]',
          before && 'mask-l-from-[calc(100%-3rem)]',
          after && 'mask-r-from-[calc(100%-3rem)]',
        )}
      >
        {days.map((each) => (
          <Day
            key={each.day}
            {...each}
            group={name}
            chosen={value === each.day}
            awaitsNote={awaitsNotes}
            onChoose={onChange}
          />
        ))}
      </div>
    </fieldset>
  )
}

type DayProps = StripDay & {
  group: string
  chosen: boolean
  awaitsNote: boolean
  onChoose: (day: string) => void
}

const Day = memo(function Day(props: DayProps) {
  const { day, disabled = false, note, level, group, chosen, awaitsNote, onChoose } = props
  const date = dateOfDay(day)
  const muted = !chosen && 'text-muted'
  return (
    <label
      className={classNames(
        'relative grid min-h-28 min-w-16 flex-1 snap-start lg:min-w-15 content-center justify-items-center gap-0.5 rounded-card border px-1 py-3 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember',
        chosen ? 'border-selected bg-selected text-on-selected' : 'bg-surface',
        !chosen && !disabled && 'border-line hover:border-line-strong',
        disabled ? 'cursor-not-allowed border-dashed border-line text-muted' : 'cursor-pointer',
      )}
    >
      <input
        type="radio"
        name={group}
        value={day}
        checked={chosen}
        disabled={disabled}
        onChange={() => onChoose(day)}
        aria-label={note ? `${full.format(date)}, ${note}` : full.format(date)}
        className="absolute inset-0 appearance-none rounded-card opacity-0"
      />
      <span aria-hidden="true" className={classNames('text-xs font-medium', muted)}>
        {weekday.format(date)}
      </span>
      <span
        aria-hidden="true"
        className={classNames(
          'text-2xl leading-8 font-semibold tabular-nums',
          disabled && 'font-normal line-through decoration-1',
          level === 0 && !chosen && 'font-normal text-muted',
        )}
      >
        {date.getDate()}
      </span>
      <span aria-hidden="true" className={classNames('text-xs', muted)}>
        {month.format(date)}
      </span>
      {(note || awaitsNote) && (
        <span aria-hidden="true" className="mt-1.5 grid w-full justify-items-center gap-1.5">
          <Gauge level={level ?? 0} chosen={chosen} />
          {note ? (
            <span className="text-xs leading-4 font-medium whitespace-nowrap">{note}</span>
          ) : (
            <Skeleton className="h-4 w-9" />
          )}
        </span>
      )}
    </label>
  )
})

function Gauge({ level, chosen }: { level: number; chosen: boolean }) {
  return (
    <span
      className={classNames(
        'flex h-1 w-8 overflow-hidden rounded-full',
        chosen ? 'bg-on-selected/25' : 'bg-line',
      )}
    >
      <span
        style={{ width: `${Math.round(level * 100)}%` }}
        className={classNames(
          'rounded-full',
          chosen ? 'bg-on-selected' : level > 0.34 ? 'bg-good' : 'bg-ember',
        )}
      />
    </span>
  )
}
