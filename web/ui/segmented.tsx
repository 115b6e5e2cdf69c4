import { useId } from 'react'
import { classNames } from './class-names.ts'

type SegmentedProps<Value extends string> = {
  /** Accessible name of the choice. */
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** Low and as wide as its place, for a control on a picture. */
  compact?: boolean
}

/** A segmented control: one of two or three views of the same data. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { legend, options, value, onChange, compact = false } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div
        className={classNames(
          'items-stretch border border-line-strong bg-surface',
          compact ? 'flex min-h-8 rounded-full p-0.5' : 'inline-flex min-h-12 rounded-control p-1',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative flex cursor-pointer items-center font-medium transition-colors',
              compact ? 'flex-1 justify-center rounded-full px-2 text-fine' : 'rounded-mark px-4 text-ui',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember',
              option.value === value ? 'bg-selected text-on-selected' : 'text-muted hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
