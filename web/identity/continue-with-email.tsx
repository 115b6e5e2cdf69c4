import { useRef, useState } from 'react'
import { emailCodeRequest } from '../../contract/identity/email-code.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useFocusOnSwap } from '../ui/use-focus-on-swap.ts'
import { findFieldErrors } from './form-errors.ts'
import { EmailField, IdentityForm, useFieldErrors } from './identity-form.tsx'
import { SendAgain } from './send-again.tsx'
import { digitsOf, isWholeCode } from './typed-code.ts'
import { useEmailCode, type CodeProblem } from './use-email-code.ts'

type ContinueWithEmailProps = { email: string; onEmailChange: (email: string) => void }

/**
 * Signs in with a six-digit code from a mail, and creates the account of a new address. After the sign-in it
 * leads where every sign-in leads. A reload keeps its second step.
 */
export function ContinueWithEmail({ email, onEmailChange }: ContinueWithEmailProps) {
  const code = useEmailCode()
  const holder = useFocusOnSwap<HTMLDivElement>(code.pending === null ? 'address' : 'code')
  return (
    <div ref={holder}>
      {code.pending === null ? (
        <AddressStep
          email={email}
          onEmailChange={onEmailChange}
          busy={code.task !== null}
          onSend={() => code.send(email)}
        />
      ) : (
        <CodeStep
          email={code.pending.email}
          requestedAt={code.pending.requestedAt}
          task={code.task}
          onSignIn={code.signIn}
          onSend={code.send}
          onOther={() => {
            onEmailChange(code.pending?.email ?? email)
            code.forget()
          }}
        />
      )}
    </div>
  )
}

type Outcome = Promise<CodeProblem | null | undefined>

/** Shows a problem at its field, or above the form. Null removes it. */
function useProblem(fieldName: 'email' | 'code') {
  const fields = useFieldErrors([fieldName])
  const [general, setGeneral] = useState<string | null>(null)
  const showProblem = (problem: CodeProblem | null | undefined) => {
    setGeneral(problem && problem.field !== fieldName ? problem.sentence : null)
    fields.show(problem?.field === fieldName ? { [fieldName]: problem.sentence } : {})
  }
  return { ...fields, general, showProblem }
}

type AddressStepProps = ContinueWithEmailProps & {
  busy: boolean
  onSend: () => Outcome
}

function AddressStep({ email, onEmailChange, busy, onSend }: AddressStepProps) {
  const { form, errors, show, edited, general, showProblem } = useProblem('email')

  const submit = async () => {
    const found = findFieldErrors(emailCodeRequest, { email: email || undefined })
    if (Object.keys(found).length > 0) return show(found)
    showProblem(null)
    showProblem(await onSend())
  }
  return (
    <IdentityForm form={form} onSubmit={submit}>
      {general !== null && <Alert tone="bad">{general}</Alert>}
      <EmailField
        value={email}
        error={errors['email']}
        onChange={(typed) => {
          onEmailChange(typed)
          edited('email')
        }}
      />
      <Button type="submit" busy={busy} busyText="Sending...">
        Continue with email
      </Button>
      <p className="text-sm text-muted">We’ll email you a 6-digit code. No password needed.</p>
    </IdentityForm>
  )
}

type CodeStepProps = {
  email: string
  requestedAt: number
  task: 'send' | 'signIn' | null
  onSignIn: (code: string) => Outcome
  onSend: (email: string) => Outcome
  onOther: () => void
}

function CodeStep(props: CodeStepProps) {
  const { email, requestedAt, task, onSignIn, onSend, onOther } = props
  const [typed, setTyped] = useState('')
  const [isSentAgain, setSentAgain] = useState(false)
  const { form, errors, edited, general, showProblem } = useProblem('code')
  const input = useRef<HTMLInputElement>(null)

  const signIn = async (code: string) => {
    setSentAgain(false)
    if (!isWholeCode(code))
      return showProblem({ field: 'code', sentence: 'Enter the 6 digits from the email' })
    showProblem(null)
    const problem = await onSignIn(code)
    showProblem(problem)
    // The next digit typed or pasted replaces the wrong code.
    if (problem?.field === 'code') input.current?.select()
  }
  const sendAgain = async () => {
    setSentAgain(false)
    showProblem(null)
    const problem = await onSend(email)
    showProblem(problem)
    if (problem !== null) return
    setTyped('')
    setSentAgain(true)
    input.current?.focus()
  }
  return (
    <IdentityForm form={form} onSubmit={() => signIn(typed)}>
      {general !== null && <Alert tone="bad">{general}</Alert>}
      {isSentAgain && <Alert tone="good">We sent a new code. Only the newest one works here.</Alert>}
      <TextField
        ref={input}
        label={
          <>
            Enter the code we emailed to <bdi className="block [overflow-wrap:anywhere]">{email}</bdi>
          </>
        }
        hint="It works for 10 minutes. Not there? Check your spam folder."
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        autoCapitalize="none"
        spellCheck={false}
        className="[&_input]:text-center [&_input]:text-2xl [&_input]:font-semibold [&_input]:tracking-[0.3em] [&_input]:tabular-nums"
        value={typed}
        error={errors['code']}
        onChange={(event) => {
          const digits = digitsOf(event.target.value)
          setTyped(digits)
          edited('code')
          if (isWholeCode(digits) && digits !== typed) void signIn(digits)
        }}
      />
      <Button type="submit" busy={task === 'signIn'} busyText="Checking...">
        Continue
      </Button>
      <div className="grid justify-items-start gap-3">
        <SendAgain
          key={requestedAt}
          requestedAt={requestedAt}
          busy={task === 'send'}
          onSend={() => void sendAgain()}
        />
        <button
          type="button"
          className="inline-flex min-h-6 items-center text-sm font-medium text-link underline underline-offset-4 hover:no-underline disabled:opacity-45"
          disabled={task !== null}
          onClick={onOther}
        >
          Use a different email
        </button>
      </div>
    </IdentityForm>
  )
}
