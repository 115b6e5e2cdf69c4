import type { PasswordPolicy } from '../../contract/identity/identity.ts'
import { PasswordField } from '../ui/password-field.tsx'

type NewPasswordFieldProps = {
  label: string
  value: string
  onChange: (password: string) => void
  policy: PasswordPolicy | null
  error: string | undefined
}

/** A new password, with the policy below. */
export function NewPasswordField({ label, value, onChange, policy, error }: NewPasswordFieldProps) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      required
      value={value}
      error={error}
      hint={policy && `${policy.sentences.join('. ')}.`}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
