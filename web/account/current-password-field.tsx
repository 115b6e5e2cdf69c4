import { PasswordField } from '../ui/password-field.tsx'

type OwnerPasswordProps = {
  email: string
  value: string
  error: string | undefined
  onChange: (password: string) => void
}

/** The account's current password as proof. The hidden email tells a password manager which account it is. */
export function CurrentPasswordField({ email, value, error, onChange }: OwnerPasswordProps) {
  return (
    <>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}

/** The error before sending: the account has a password and the field is empty. */
export function missingPassword(hasPassword: boolean, password: string): { password?: string } {
  return hasPassword && password === '' ? { password: 'Please enter your password' } : {}
}
