import type { ReactNode } from 'react'
import { CheckMark } from './check-mark.tsx'
import { classNames } from './class-names.ts'

type CheckboxProps = {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A checkbox for consent. */
export function Checkbox({ label, checked, onChange, disabled = false }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'relative flex min-h-11 items-start gap-3 rounded-control py-2',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember',
        disabled ? 'cursor-not-allowed opacity-50' : 'cursor-pointer',
      )}
    >
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 appearance-none opacity-0"
      />
      <CheckMark isOn={checked} />
      <span className="min-w-0 font-medium">{label}</span>
    </label>
  )
}
