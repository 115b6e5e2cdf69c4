import { useEffect, useState } from 'react'
import { newPasskey } from '../../contract/identity/passkey.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { loadPasskeyClient, makePasskey, stopAskingForPasskey } from '../identity/passkey-ceremony.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.ts'
import type { SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { describeDevice } from './device-words.ts'
import { missingPassword, CurrentPasswordField } from './current-password-field.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Asks for the passkey's name and for proof of ownership, then asks the device. */
export function AddPasskey({ account, onChange, onCancel }: SectionProps & { onCancel: () => void }) {
  const [name, setName] = useState(() => describeDevice(navigator.userAgent))
  const [password, setPassword] = useState('')
  const { form, errors, edited, busy, problem, save } = useAccountChange(['name', 'password'])
  useEffect(() => {
    void loadPasskeyClient().catch(() => undefined)
    return () => void stopAskingForPasskey().catch(() => undefined)
  }, [])

  const submit = async () => {
    const newer = await save({
      send: async () => {
        const options = await call('identity.startPasskey', {
          body: account.hasPassword ? { password } : {},
        })
        const answer = await makePasskey(options)
        return answer && call('identity.addPasskey', { body: { name, answer } })
      },
      found: {
        ...pickName(findFieldErrors(newPasskey, { name })),
        ...missingPassword(account.hasPassword, password),
      },
    })
    if (!newer) return
    toast({ title: 'Passkey added', description: 'You can sign in with it from now on.' })
    onChange(newer)
  }

  return (
    <IdentityForm form={form} onSubmit={submit}>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        required
        hint="So you can recognize it later."
        value={name}
        error={errors['name']}
        onChange={(event) => {
          setName(event.target.value)
          edited('name')
        }}
      />
      {account.hasPassword && (
        <CurrentPasswordField
          email={account.user.email}
          value={password}
          error={errors['password']}
          onChange={(typed) => {
            setPassword(typed)
            edited('password')
          }}
        />
      )}
      <ChangeProblem problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Waiting for your device...">
          Continue
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </IdentityForm>
  )
}

function pickName(errors: ReturnType<typeof findFieldErrors>): ReturnType<typeof findFieldErrors> {
  return errors['name'] === undefined ? {} : { name: errors['name'] }
}
