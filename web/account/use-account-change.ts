import { useState } from 'react'
import type { Account } from '../../contract/identity/account.ts'
import { CallError } from '../api/client.ts'
import type { FieldErrors } from '../identity/form-errors.ts'
import { useFieldErrors } from '../identity/identity-form.tsx'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'

type Problem = { sentence: string; wantsRecentSignIn: boolean }

type Change<Reply> = {
  send: () => Promise<Reply>
  /** The toast after success. */
  done?: { title: string; description?: string }
  /** Field errors found before sending. */
  found?: FieldErrors
}

/**
 * State of one section's change: busy, field errors in the order of `fieldNames`, and a general error. Errors
 * appear only in the section: on a phone a toast would cover the dialog's buttons.
 */
export function useAccountChange(fieldNames: readonly string[] = []) {
  const { form, errors, setErrors, show, edited } = useFieldErrors(fieldNames)
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<Problem | null>(null)

  /** Sends the change and returns the reply; null when it was refused, is invalid, or is already running. */
  const save = async <Reply>({ send, done, found = {} }: Change<Reply>): Promise<Reply | null> => {
    const reply = await run(async () => {
      setProblem(null)
      show(found)
      if (Object.values(found).some(Boolean)) return null
      try {
        const answer = await send()
        if (done) toast(done)
        return answer
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.field !== null && fieldNames.includes(error.field)) show({ [error.field]: error.message })
        else
          setProblem({
            sentence: error.message,
            wantsRecentSignIn: error.code === 'auth/requires-recent-login',
          })
        return null
      }
    })
    return reply ?? null
  }

  const forget = () => {
    setProblem(null)
    setErrors({})
  }

  return { form, errors, edited, busy, problem, save, forget }
}

/** Whether the change affects the session's user, which the header and other pages show. */
export function isOtherUser(before: Account, after: Account): boolean {
  return JSON.stringify(before.user) !== JSON.stringify(after.user)
}
