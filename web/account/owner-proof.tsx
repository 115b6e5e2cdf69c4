import { useState } from 'react'
import { IdentityForm } from '../identity/identity-form.tsx'
import { Button } from '../ui/button.tsx'
import type { SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { missingPassword, OwnerPassword } from './owner-password.tsx'
import { useAccountChange } from './use-account-change.ts'

type OwnerProofProps<Reply> = Pick<SectionProps, 'account'> & {
  /** What the button does: 'Turn off'. */
  action: string
  isDanger?: boolean
  /** Sends the proof, and what it is asked for with it. */
  send: (proof: { password?: string }) => Promise<Reply>
  done?: { title: string; description?: string }
  onDone: (reply: Reply) => void
  onCancel: () => void
}

/** Asks for the password before something that is for the owner alone; who has none must have signed in just before. */
export function OwnerProof<Reply>(props: OwnerProofProps<Reply>) {
  const { account, action, isDanger = false, send, done, onDone, onCancel } = props
  const [password, setPassword] = useState('')
  const { form, errors, edited, busy, problem, save } = useAccountChange(['password'])

  const submit = async () => {
    const reply = await save({
      send: () => send(account.hasPassword ? { password } : {}),
      ...(done && { done }),
      found: missingPassword(account.hasPassword, password),
    })
    if (reply !== null) onDone(reply)
  }

  return (
    <IdentityForm form={form} onSubmit={submit}>
      {account.hasPassword && (
        <OwnerPassword
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
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </IdentityForm>
  )
}
