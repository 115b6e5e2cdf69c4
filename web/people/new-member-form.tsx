import { useState } from 'react'
import * as z from 'zod/mini'
import { displayName, newPassword } from '../../contract/identity/identity.ts'
import { call, CallError } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { NewPasswordField } from '../identity/new-password-field.tsx'
import { usePasswordPolicy } from '../identity/password-policy.ts'
import { useFormSubmit } from '../shops/use-form-submit.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'

const typed = z.object({ name: displayName, password: newPassword })

type NewMemberFormProps = { token: string; email: string; onDone: () => Promise<void> }

/** Name and password of a person who has no account. The mailed link proves the email. */
export function NewMemberForm({ token, email, onDone }: NewMemberFormProps) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { form, errors, edited, busy, problem, submit } = useFormSubmit()
  const [policy, readPolicy] = usePasswordPolicy()
  const join = async () => {
    try {
      await call('people.acceptInvitation', { body: { token, name, password } })
    } catch (error) {
      if (error instanceof CallError && error.code === 'auth/password-does-not-meet-requirements')
        readPolicy()
      throw error
    }
    await onDone()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Join the shop"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit(findFieldErrors(typed, { name: name || undefined, password }), join)
      }}
    >
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        hint="Colleagues and the history of appointments show it."
        value={name}
        error={errors['name']}
        onChange={(event) => {
          setName(event.target.value)
          edited('name')
        }}
      />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <NewPasswordField
        label="Password"
        value={password}
        error={errors['password']}
        policy={policy}
        onChange={(next) => {
          setPassword(next)
          edited('password')
        }}
      />
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <Button type="submit" busy={busy} busyText="Joining...">
        Create account and join
      </Button>
    </form>
  )
}
