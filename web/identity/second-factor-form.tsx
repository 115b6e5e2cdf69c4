import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { secondFactorAnswer } from '../../contract/identity/account.ts'
import { call, CallError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { findFieldErrors } from './form-errors.ts'
import { IdentityForm, useFieldErrors } from './identity-form.tsx'
import { finishSignIn } from './finish-sign-in.ts'

const fieldNames = ['code']

type SecondFactorFormProps = { onError: (sentence: string | null) => void }

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ onError }: SecondFactorFormProps) {
  const waiting = useWaitingSignIn()
  const [recovering, setRecovering] = useState(false)
  const [code, setCode] = useState('')
  const [trustDevice, setTrustDevice] = useState(false)
  const { form, errors, setErrors, show, edited } = useFieldErrors(fieldNames)
  const { busy, run } = useSingleFlight()

  const focusCode = () => form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  useEffect(() => {
    // After the page's heading, which takes the focus in the same update.
    queueMicrotask(focusCode)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each kind of code
  }, [recovering])

  const send = async () => {
    onError(null)
    const body = { code, trustDevice }
    const found = findFieldErrors(secondFactorAnswer, body)
    show(found)
    if (Object.keys(found).length > 0) return
    try {
      await call('identity.finishSecondFactor', { body })
      await finishSignIn({ title: 'Login successful', description: 'Welcome back!' })
    } catch (error) {
      const sentence = error instanceof CallError ? error.message : 'Login failed'
      toast({ title: 'Login failed', description: sentence, variant: 'destructive' })
      if (error instanceof CallError && error.field === 'code') {
        show({ code: sentence })
        return
      }
      onError(sentence)
      if (error instanceof CallError && error.code === 'auth/code-expired')
        navigate(paths.login, { replace: true })
    }
  }

  const submit = async () => {
    await run(send)
  }

  if (waiting === false)
    return (
      <div className="grid gap-5">
        <Alert>There’s no sign-in to finish here. Start with your password.</Alert>
        <ButtonLink href={paths.login}>Login</ButtonLink>
      </div>
    )
  return (
    <IdentityForm form={form} onSubmit={submit}>
      <TextField
        // Separate fields, because the two kinds of code need different keyboards.
        key={recovering ? 'recovery' : 'app'}
        label={recovering ? 'Recovery code' : 'Code'}
        hint={
          recovering
            ? 'One of the codes you saved when you set up two-step sign-in. Each works once.'
            : 'The 6 digits in your authenticator app.'
        }
        name="code"
        required
        {...(recovering
          ? { autoComplete: 'off' }
          : { autoComplete: 'one-time-code', inputMode: 'numeric' as const })}
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        error={errors['code']}
        onChange={(event) => {
          setCode(event.target.value)
          edited('code')
        }}
      />
      <Checkbox label="Trust this browser for 30 days" checked={trustDevice} onChange={setTrustDevice} />
      <Button type="submit" busy={busy}>
        Continue
      </Button>
      <button
        type="button"
        className="inline-flex min-h-6 items-center justify-self-start text-sm font-medium text-link underline underline-offset-4 hover:no-underline"
        onClick={() => {
          setRecovering(!recovering)
          setCode('')
          setErrors({})
          onError(null)
        }}
      >
        {recovering ? 'Use the authenticator app instead' : 'Use a recovery code instead'}
      </button>
    </IdentityForm>
  )
}

/** Whether a sign-in of this browser waits for a code; null until that is known. */
function useWaitingSignIn(): boolean | null {
  const [waiting, setWaiting] = useState<boolean | null>(null)
  useEffect(() => {
    const left = new AbortController()
    // Without a reply the form stays: submitting it shows the error.
    call('identity.findWaitingSignIn', { signal: left.signal }).then(
      (answer) => setWaiting(answer.waiting),
      () => undefined,
    )
    return () => left.abort()
  }, [])
  return waiting
}
