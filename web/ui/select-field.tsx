import type { ComponentProps, ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame } from './field.tsx'

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'children' | 'onChange' | 'value'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  value: string
  onChange: (value: string) => void
  /** Placeholder while the value is ''; it cannot be selected. */
  placeholder?: string
  options: readonly (string | { value: string; label: string })[]
}

/** The native select: the best picker on a phone. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, className, value, onChange, placeholder, options, ...select } = props
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={classNames(
              controlClass,
              'appearance-none truncate pr-11',
              value === '' && 'text-muted',
            )}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => {
              const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
              return (
                <option key={value} value={value} className="bg-surface text-ink">
                  {label}
                </option>
              )
            })}
          </select>
          <ChevronDown
            className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
        </div>
      )}
    </FieldFrame>
  )
}
