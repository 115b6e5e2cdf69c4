import { useId, useRef, useState } from 'react'
import type { Account } from '../../contract/identity/account.ts'
import { passkeyRenaming } from '../../contract/identity/passkey.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import type { SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import { useAccountChange } from './use-account-change.ts'

type Passkey = Account['passkeys'][number]
type RenameProps = Pick<SectionProps, 'onChange'> & { passkey: Passkey }

/** The button that renames a passkey, with its dialog. */
export function RenamePasskey({ passkey, onChange }: RenameProps) {
  const [asking, setAsking] = useState(false)
  const [name, setName] = useState(passkey.name)
  const field = useRef<HTMLInputElement>(null)
  const formId = useId()
  const { form, errors, edited, busy, problem, save, forget } = useAccountChange(['name'])
  const close = () => {
    if (busy) return
    setAsking(false)
    forget()
  }
  const submit = async () => {
    const body = { name }
    const newer = await save({
      send: () => call('identity.renamePasskey', { params: { id: passkey.id }, body }),
      done: { title: 'Passkey renamed' },
      found: findFieldErrors(passkeyRenaming, body),
    })
    if (!newer) return
    setAsking(false)
    onChange(newer)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Rename ${passkey.name}`}
        onClick={() => {
          setName(passkey.name)
          setAsking(true)
        }}
      >
        Rename
      </Button>
      <Dialog
        open={asking}
        onOpenChange={(open) => {
          if (!open) close()
        }}
        title="Rename this passkey"
        initialFocus={field}
        footer={
          <>
            <Button variant="secondary" disabled={busy} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={busy} busyText="Saving...">
              Save
            </Button>
          </>
        }
      >
        <IdentityForm id={formId} form={form} onSubmit={submit}>
          <TextField
            ref={field}
            label="Name"
            name="name"
            autoComplete="off"
            required
            value={name}
            error={errors['name']}
            onChange={(event) => {
              setName(event.target.value)
              edited('name')
            }}
          />
          <ChangeProblem problem={problem} />
        </IdentityForm>
      </Dialog>
    </>
  )
}

/** The button that removes a passkey, with reauthentication before it. */
export function RemovePasskey({ passkey, account, onChange }: SectionProps & { passkey: Passkey }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Remove ${passkey.name}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      {asking && (
        <ReauthenticationForm
          account={account}
          action="Remove"
          isDanger
          send={(proof) => call('identity.removePasskey', { params: { id: passkey.id }, body: proof })}
          done={{ title: 'Passkey removed' }}
          onDone={(newer) => {
            setAsking(false)
            onChange(newer)
          }}
          onCancel={() => setAsking(false)}
          renderDialog={(form, footer) => (
            <Dialog
              open
              onOpenChange={setAsking}
              title={`Remove ${passkey.name}?`}
              description="It will stop working, and devices that used it are logged out. Delete it on your device too."
              footer={footer}
            >
              {form}
            </Dialog>
          )}
        />
      )}
    </>
  )
}
