import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { signIn } from '../../contract/identity/identity.ts'
import { call, CallError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.ts'
import { findFieldErrors } from './form-errors.ts'
import { EmailField, IdentityForm, useFieldErrors, type IdentityFormProps } from './identity-form.tsx'
import { finishSignIn } from './finish-sign-in.ts'

const fieldNames = ['email', 'password']

export function LoginForm({ email, onEmailChange, onError }: IdentityFormProps) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const { form, errors, show, edited } = useFieldErrors(fieldNames)

  const submit = async () => {
    if (busy) return
    onError(null)
    const found = findFieldErrors(signIn, { email: email || undefined, password })
    show(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const reply = await call('identity.signIn', { body: { email, password } })
      if ('secondFactorRequired' in reply) navigate(paths.secondFactor)
      else await finishSignIn({ title: 'Login successful', description: 'Welcome back!' })
    } catch (error) {
      const sentence = error instanceof CallError ? error.message : 'Login failed'
      if (error instanceof CallError && error.field) show({ [error.field]: sentence })
      else onError(sentence)
      toast({ title: 'Login failed', description: sentence, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <IdentityForm form={form} onSubmit={submit}>
      <EmailField
        value={email}
        error={errors['email']}
        onChange={(typed) => {
          onEmailChange(typed)
          edited('email')
        }}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={errors['password']}
        onChange={(event) => {
          setPassword(event.target.value)
          edited('password')
        }}
      />
      <Button type="submit" busy={busy}>
        Login
      </Button>
    </IdentityForm>
  )
}
