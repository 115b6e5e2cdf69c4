import { useId } from 'react'
import { classNames } from './class-names.ts'

type SegmentedProps<Value extends string> = {
  /** Accessible name of the choice. */
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A segmented control: one of two or three views of the same data. */
export function Segmented<Value extends string>({ legend, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="inline-flex min-h-12 items-stretch rounded-control border border-line-strong bg-surface p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative flex cursor-pointer items-center rounded-mark px-4 text-ui font-medium transition-colors',
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
