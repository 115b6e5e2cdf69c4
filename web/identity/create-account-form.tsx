import { useCallback, useEffect, useState } from 'react'
import { signUp, type PasswordPolicy } from '../../contract/identity/identity.ts'
import { call, CallError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.ts'
import { findFieldErrors } from './form-errors.ts'
import { EmailField, IdentityForm, useFieldErrors, type IdentityFormProps } from './identity-form.tsx'
import { finishSignIn } from './sign-in-finish.ts'

const fieldNames = ['name', 'email', 'password']

export function CreateAccountForm({ email, onEmailChange, onError }: IdentityFormProps) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const { form, errors, show, edited } = useFieldErrors(fieldNames)
  const [policy, readPolicyAgain] = usePasswordPolicy()

  const submit = async () => {
    if (busy) return
    onError(null)
    const found = findFieldErrors(signUp, {
      name,
      email: email || undefined,
      password: password || undefined,
    })
    if (policy && Array.from(password).length < policy.minLength)
      found['password'] ??= `Please use at least ${policy.minLength} characters.`
    show(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await call('identity.signUp', { body: { name, email, password } })
      await finishSignIn({ title: 'Account created', description: `Welcome, ${name.trim()}!` })
    } catch (error) {
      const sentence = error instanceof CallError ? error.message : 'Registration failed'
      if (error instanceof CallError && error.code === 'auth/password-does-not-meet-requirements') {
        show({ password: sentence })
        readPolicyAgain()
      } else if (error instanceof CallError && error.field) show({ [error.field]: sentence })
      else onError(sentence)
      toast({ title: 'Registration failed', description: sentence, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <IdentityForm form={form} onSubmit={submit}>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        value={name}
        error={errors['name']}
        onChange={(event) => {
          setName(event.target.value)
          edited('name')
        }}
      />
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
        autoComplete="new-password"
        required
        value={password}
        error={errors['password']}
        hint={policy && policy.sentences.join('. ') + '.'}
        onChange={(event) => {
          setPassword(event.target.value)
          edited('password')
        }}
      />
      <Button type="submit" busy={busy}>
        Create account
      </Button>
    </IdentityForm>
  )
}

/** The server's policy, read when the form opens and again on demand; null until it is there. The server decides anyway. */
function usePasswordPolicy(): [PasswordPolicy | null, () => void] {
  const [policy, setPolicy] = useState<PasswordPolicy | null>(null)
  const read = useCallback(() => {
    call('identity.findPasswordPolicy', {}).then(setPolicy, () => undefined)
  }, [])
  useEffect(read, [read])
  return [policy, read]
}
