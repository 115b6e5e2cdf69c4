import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ErrorSpeaker } from './field.tsx'

export type RadioOption<Value extends string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  disabled?: boolean
}

type RadioGroupProps<Value extends string> = {
  legend: ReactNode
  legendHidden?: boolean
  options: readonly RadioOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  error?: string | undefined
  className?: string
}

/** Radio buttons as cards. Native radios underneath, for keyboard and forms. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, legendHidden = false, options, value, onChange, error, className } = props
  const name = useId()
  return (
    <fieldset
      aria-describedby={error ? `${name}-error` : undefined}
      className={classNames('min-w-0', className)}
    >
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-medium text-ink'}>{legend}</legend>
      <div className="grid gap-3">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'flex items-start gap-3.5 rounded-card border bg-surface p-4 transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember',
              value === option.value
                ? 'border-ember ring-1 ring-ember'
                : 'border-line hover:border-line-strong',
              option.disabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className={classNames(
                'mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface',
                'checked:border-[6px] checked:border-ember focus:outline-hidden',
              )}
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.description && (
                <span className="mt-0.5 block text-sm text-muted">{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <ErrorSpeaker>
        {error && (
          <p id={`${name}-error`} className="mt-2 text-sm font-medium text-bad">
            {error}
          </p>
        )}
      </ErrorSpeaker>
    </fieldset>
  )
}
