import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { signIn } from '../../contract/identity/identity.ts'
import { call, CallError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.ts'
import { findFieldErrors } from './form-errors.ts'
import type { FieldErrors } from './form-errors.ts'
import { finishSignIn } from './sign-in-finish.ts'

export type IdentityFormProps = {
  email: string
  onEmailChange: (email: string) => void
  /** Shows the sentence above the form; null takes it away. */
  onError: (sentence: string | null) => void
}

export function LoginForm({ email, onEmailChange, onError }: IdentityFormProps) {
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const submit = async () => {
    if (busy) return
    onError(null)
    const found = findFieldErrors(signIn, { email: email || undefined, password })
    setErrors(found)
    if (Object.keys(found).length > 0) {
      form.current
        ?.querySelector<HTMLInputElement>(`[name=${found['email'] ? 'email' : 'password'}]`)
        ?.focus()
      return
    }
    setBusy(true)
    try {
      await call('identity.signIn', { body: { email, password } })
      await finishSignIn({ title: 'Login successful', description: 'Welcome back!' })
    } catch (error) {
      const sentence = error instanceof CallError ? error.message : 'Login failed'
      if (error instanceof CallError && error.field) setErrors({ [error.field]: sentence })
      else onError(sentence)
      toast({ title: 'Login failed', description: sentence, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  const edited = (field: string) => setErrors((errors) => ({ ...errors, [field]: '' }))

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        error={errors['email']}
        onChange={(event) => {
          onEmailChange(event.target.value)
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
    </form>
  )
}
