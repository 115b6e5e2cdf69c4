import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame } from './field.tsx'

type DateTimeFieldProps = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  /** A wall time 'YYYY-MM-DDTHH:MM', or '' for none. */
  value: string
  onChange: (value: string) => void
  className?: string
}

/** The native picker of a date and time, without a zone. */
export function DateTimeField({ label, error, hint, value, onChange, className }: DateTimeFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(controlClass, 'min-w-0 px-3! text-ui! tabular-nums')}
        />
      )}
    </FieldFrame>
  )
}
