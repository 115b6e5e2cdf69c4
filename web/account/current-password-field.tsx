import { PasswordField } from '../ui/password-field.tsx'

type OwnerPasswordProps = {
  email: string
  value: string
  error: string | undefined
  onChange: (password: string) => void
}

/** The account's own password, asked for as proof. A password manager is told whose it is. */
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

/** What is wrong before the proof is sent: a password that is there and was not typed. */
export function missingPassword(hasPassword: boolean, password: string): { password?: string } {
  return hasPassword && password === '' ? { password: 'Please enter your password' } : {}
}
