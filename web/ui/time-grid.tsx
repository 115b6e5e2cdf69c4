import { useId, useLayoutEffect, useRef } from 'react'
import type { FocusEvent } from 'react'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

export type GridTime = {
  /** The shop's wall time, such as '9:00'. */
  time: string
  displayTime: string
  available: boolean
  /** Why it cannot be selected, such as 'Ends after closing'. */
  reason?: string | undefined
  /** Highlights one of the disabled starts. */
  marked?: boolean
}

type TimeGridProps = {
  legend: string
  legendHidden?: boolean
  times: readonly GridTime[]
  value: string | null
  onChange: (time: string) => void
  error?: string | undefined
}

const gridClass = 'grid grid-cols-2 gap-2.5 @min-[22rem]:grid-cols-3 @min-[32rem]:grid-cols-4'

/** The starts of one day. Taken ones stay visible with their reason, disabled. */
export function TimeGrid({ legend, legendHidden = false, times, value, onChange, error }: TimeGridProps) {
  const name = useId()
  const keptFocus = useKeptFocus()
  return (
    <fieldset
      {...keptFocus}
      tabIndex={-1}
      className="@container min-w-0 outline-none"
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className={legendHidden ? 'sr-only' : 'mb-3 text-sm font-medium'}>{legend}</legend>
      <div className={gridClass}>
        {times.map((each) => (
          <Start
            key={each.time}
            {...each}
            group={name}
            chosen={value === each.time}
            onChoose={() => onChange(each.time)}
          />
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} role="alert" className="mt-3 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Skeleton of eight starts. */
export function TimeGridSkeleton() {
  return (
    <div aria-hidden="true" className="@container min-w-0">
      <div className={gridClass}>
        {[9, 10, 11, 12, 13, 14, 15, 16].map((hour) => (
          <Skeleton key={hour} className="h-15" />
        ))}
      </div>
    </div>
  )
}

/**
 * A focused start that becomes taken would lose the focus. It moves to the next free start, or the one
 * before, or the grid itself.
 */
function useKeptFocus() {
  const holder = useRef<HTMLFieldSetElement>(null)
  const focused = useRef<HTMLInputElement | null>(null)
  useLayoutEffect(() => {
    const lost = focused.current
    if (!lost?.disabled) return
    const starts = [...(holder.current?.querySelectorAll('input') ?? [])]
    const at = starts.indexOf(lost)
    const next = [...starts.slice(at), ...starts.slice(0, at).toReversed()].find((start) => !start.disabled)
    const heir = next ?? holder.current
    focused.current = null
    heir?.focus()
  })
  return {
    ref: holder,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLInputElement ? target : null
    },
    // A browser may blur a disabled element at once, before or without an event.
    onBlur: () => {
      if (!focused.current?.disabled) focused.current = null
    },
  }
}

type StartProps = GridTime & { group: string; chosen: boolean; onChoose: () => void }

function Start({
  time,
  displayTime,
  available,
  reason,
  marked = false,
  group,
  chosen,
  onChoose,
}: StartProps) {
  return (
    <label
      className={classNames(
        'relative grid min-h-15 content-center justify-items-center rounded-control border px-2 py-2 text-center tabular-nums transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember',
        chosen ? 'border-selected bg-selected font-semibold text-on-selected' : 'bg-surface',
        !chosen && available && 'border-line font-medium hover:border-line-strong',
        available ? 'cursor-pointer' : 'cursor-not-allowed border-dashed bg-transparent',
        !available && (marked ? 'border-ember text-ink' : 'border-line text-muted'),
      )}
    >
      <input
        type="radio"
        name={group}
        value={time}
        checked={chosen}
        disabled={!available}
        onChange={onChoose}
        className="absolute inset-0 appearance-none opacity-0"
      />
      <span
        className={classNames(!available && 'text-sm', !available && !marked && 'line-through decoration-1')}
      >
        {displayTime}
      </span>
      {!available && <span className="text-xs leading-tight">{reason ?? 'Unavailable'}</span>}
    </label>
  )
}
