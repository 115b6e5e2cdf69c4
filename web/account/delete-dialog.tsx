import { useId, useRef, useState } from 'react'
import type { Account } from '../../contract/identity/account.ts'
import { accountEmail } from '../../contract/identity/identity.ts'
import type { Role } from '../../contract/identity/roles.ts'
import { call } from '../api/client.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { leaveSession } from '../identity/session.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.ts'
import { ChangeProblem } from './change-problem.tsx'
import { missingPassword, CurrentPasswordField } from './current-password-field.tsx'
import { useAccountChange } from './use-account-change.ts'

const goes = 'Your name, addresses, phone and vehicle number, every way to sign in, and your saved cards.'
const stays: Record<Role, string> = {
  customer: 'Past appointments and payments, with your details removed.',
  shop: 'Your shop’s past appointments, with its name and address. It takes no new ones, and your payout details are deleted: settle what you are owed first.',
  administrator: 'Your work for customers and shops, with your name removed.',
}

type DeleteDialogProps = { account: Account; onClose: () => void }

/** Confirms the deletion of an account: lists the data that goes and stays, and asks for reauthentication. */
export function DeleteDialog({ account: { user, hasPassword }, onClose }: DeleteDialogProps) {
  const [confirmation, setConfirmation] = useState('')
  const [password, setPassword] = useState('')
  const keepButton = useRef<HTMLButtonElement>(null)
  const formId = useId()
  const { form, errors, edited, busy, problem, save } = useAccountChange(['confirmation', 'password'])

  const submit = async () => {
    const isOwn = accountEmail(confirmation) === user.email
    const deleted = await save({
      send: () => call('account.delete', { body: { confirmation, ...(hasPassword && { password }) } }),
      found: {
        ...(!isOwn && { confirmation: `Please type ${user.email}` }),
        ...missingPassword(hasPassword, password),
      },
    })
    if (!deleted) return
    leaveSession(paths.landing)
    toast({ title: 'Account deleted', description: 'Goodbye, and thank you.' })
  }
  const close = () => {
    if (!busy) onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title="Delete your account?"
      description="This cannot be undone."
      initialFocus={keepButton}
      footer={
        <>
          <Button ref={keepButton} variant="secondary" disabled={busy} onClick={close}>
            Keep my account
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={busy} busyText="Deleting...">
            Delete my account
          </Button>
        </>
      }
    >
      <IdentityForm id={formId} form={form} onSubmit={submit}>
        <dl className="grid gap-3 text-ui">
          <div>
            <dt className="font-medium">What we delete</dt>
            <dd className="text-muted">{goes}</dd>
          </div>
          <div>
            <dt className="font-medium">What we keep</dt>
            <dd className="text-muted">{stays[user.role]}</dd>
          </div>
        </dl>
        <TextField
          label={
            <>
              Type <bdi className="font-semibold">{user.email}</bdi> to confirm
            </>
          }
          name="confirmation"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={confirmation}
          error={errors['confirmation']}
          onChange={(event) => {
            setConfirmation(event.target.value)
            edited('confirmation')
          }}
        />
        {hasPassword ? (
          <CurrentPasswordField
            email={user.email}
            value={password}
            error={errors['password']}
            onChange={(typed) => {
              setPassword(typed)
              edited('password')
            }}
          />
        ) : (
          <p className="text-muted">For your security, this works only within 10 minutes of signing in.</p>
        )}
        <ChangeProblem problem={problem} />
      </IdentityForm>
    </Dialog>
  )
}
