import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type SwitchProps = {
  label: ReactNode
  labelHidden?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function Switch({ label, labelHidden = false, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <label
      className={classNames(
        'relative inline-flex min-h-8 items-center gap-3 rounded-full',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember',
        disabled ? 'cursor-not-allowed opacity-50' : 'cursor-pointer',
      )}
    >
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-full opacity-0"
      />
      <span
        aria-hidden="true"
        className={classNames(
          'relative h-7 w-12 shrink-0 rounded-full border transition-colors duration-200',
          'after:absolute after:top-1/2 after:left-0.5 after:size-5 after:-translate-y-1/2 after:rounded-full',
          'after:transition-transform after:duration-200',
          checked
            ? 'border-ember bg-ember after:translate-x-[1.375rem] after:bg-surface'
            : 'border-line-strong bg-sunken after:bg-line-strong',
        )}
      />
      <span className={labelHidden ? 'sr-only' : 'text-ui'}>{label}</span>
    </label>
  )
}
