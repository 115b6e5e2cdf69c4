import { useId, useState, type ReactNode } from 'react'
import { IdentityForm } from '../identity/identity-form.tsx'
import { Button } from '../ui/button.tsx'
import type { SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { missingPassword, CurrentPasswordField } from './current-password-field.tsx'
import { useAccountChange } from './use-account-change.ts'

type ReauthenticationFormProps<Reply> = Pick<SectionProps, 'account'> & {
  /** The button's label: 'Turn off'. */
  action: string
  isDanger?: boolean
  /** Sends the request together with the proof. */
  send: (proof: { password?: string }) => Promise<Reply>
  done?: { title: string; description?: string }
  onDone: (reply: Reply) => void
  onCancel: () => void
  /** Renders the form inside a dialog and its buttons in the dialog's footer. */
  renderDialog?: (form: ReactNode, footer: ReactNode) => ReactNode
}

/**
 * Asks for the password before an action of the owner alone. An account without one needs a recent sign-in
 * instead.
 */
export function ReauthenticationForm<Reply>(props: ReauthenticationFormProps<Reply>) {
  const { account, action, isDanger = false, send, done, onDone, onCancel, renderDialog } = props
  const formId = useId()
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

  const submitButton = (
    <Button type="submit" form={formId} variant={isDanger ? 'danger' : 'primary'} busy={busy}>
      {action}
    </Button>
  )
  const cancelButton = (
    <Button variant="secondary" disabled={busy} onClick={onCancel}>
      Cancel
    </Button>
  )
  const proof = (
    <IdentityForm id={formId} form={form} onSubmit={submit}>
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
      {!renderDialog && (
        <div className="flex flex-wrap gap-3">
          {submitButton}
          {cancelButton}
        </div>
      )}
    </IdentityForm>
  )
  if (!renderDialog) return proof
  return renderDialog(
    proof,
    <>
      {cancelButton}
      {submitButton}
    </>,
  )
}
