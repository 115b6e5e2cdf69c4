import type { PasswordPolicy } from '../../contract/identity/identity.ts'
import type { FieldErrors } from './form-errors.ts'
import { EmailField } from './identity-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'

type NewLoginFieldsProps = {
  email: string
  onEmailChange: (email: string) => void
  password: string
  onPasswordChange: (password: string) => void
  policy: PasswordPolicy | null
  errors: FieldErrors
}

/** Email and new password of a new account, with the policy below. */
export function NewLoginFields(props: NewLoginFieldsProps) {
  const { email, onEmailChange, password, onPasswordChange, policy, errors } = props
  return (
    <>
      <EmailField value={email} error={errors['email']} onChange={onEmailChange} />
      <NewPasswordField
        label="Password"
        value={password}
        error={errors['password']}
        policy={policy}
        onChange={onPasswordChange}
      />
    </>
  )
}
