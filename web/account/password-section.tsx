import { useState } from 'react'
import { call, CallError } from '../api/client.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { NewPasswordField } from '../identity/new-password-field.tsx'
import { shortPasswordSentence, usePasswordPolicy } from '../identity/password-policy.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { AccountSection, type SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Changes the password, or sets the first one of an account that signs in through a provider. */
export function PasswordSection({ account, onChange }: SectionProps) {
  const { hasPassword, user } = account
  const [presentPassword, setPresentPassword] = useState('')
  const [password, setPassword] = useState('')
  const [policy, readPolicyAgain] = usePasswordPolicy()
  const { form, errors, edited, busy, problem, save } = useAccountChange(['presentPassword', 'password'])

  const send = async () => {
    try {
      return await call('identity.changePassword', {
        body: { password, ...(hasPassword && { presentPassword }) },
      })
    } catch (error) {
      if (error instanceof CallError && error.code === 'auth/password-does-not-meet-requirements')
        readPolicyAgain()
      throw error
    }
  }
  const submit = async () => {
    const short = password === '' ? 'Please enter a password' : shortPasswordSentence(password, policy)
    const newer = await save({
      send,
      done: {
        title: hasPassword ? 'Password changed' : 'Password set',
        description: 'You’re signed out on all other devices.',
      },
      found: {
        ...(hasPassword && presentPassword === '' && { presentPassword: 'Please enter your password' }),
        ...(short !== undefined && { password: short }),
      },
    })
    if (!newer) return
    setPresentPassword('')
    setPassword('')
    onChange(newer)
  }

  return (
    <AccountSection
      title="Password"
      lead={
        hasPassword
          ? 'Changing your password signs you out on all other devices.'
          : 'You don’t have a password yet. Set one to sign in with your email and password.'
      }
    >
      <IdentityForm form={form} onSubmit={submit}>
        {/* Tells a password manager which account this password belongs to. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        {hasPassword && (
          <PasswordField
            label="Current password"
            name="presentPassword"
            autoComplete="current-password"
            required
            value={presentPassword}
            error={errors['presentPassword']}
            onChange={(event) => {
              setPresentPassword(event.target.value)
              edited('presentPassword')
            }}
          />
        )}
        <NewPasswordField
          label="New password"
          value={password}
          error={errors['password']}
          policy={policy}
          onChange={(typed) => {
            setPassword(typed)
            edited('password')
          }}
        />
        <ChangeProblem problem={problem} />
        <Button type="submit" className="justify-self-start" busy={busy} busyText="Saving...">
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </IdentityForm>
    </AccountSection>
  )
}
