import { useState } from 'react'
import { signUp } from '../../contract/identity/identity.ts'
import { call, CallError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.ts'
import { findFieldErrors } from './form-errors.ts'
import { IdentityForm, useFieldErrors, type IdentityFormProps } from './identity-form.tsx'
import { NewLoginFields } from './new-login-fields.tsx'
import { shortPasswordSentence, usePasswordPolicy } from './password-policy.ts'
import { finishSignIn } from './finish-sign-in.ts'

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
    const short = shortPasswordSentence(password, policy)
    if (short) found['password'] ??= short
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
      <NewLoginFields
        email={email}
        onEmailChange={(typed) => {
          onEmailChange(typed)
          edited('email')
        }}
        password={password}
        onPasswordChange={(typed) => {
          setPassword(typed)
          edited('password')
        }}
        policy={policy}
        errors={errors}
      />
      <Button type="submit" busy={busy}>
        Create account
      </Button>
    </IdentityForm>
  )
}
