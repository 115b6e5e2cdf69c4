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
  /** What is said once it is done. */
  done?: { title: string; description?: string }
  /** What does not fit before anything is sent. */
  found?: FieldErrors
}

/**
 * One thing that a section changes: busy, the sentences at its fields in the order of `fieldNames`, and the one that belongs to none.
 * What fails is said there alone: on a phone a notice would lie over the buttons of the question that it is about.
 */
export function useAccountChange(fieldNames: readonly string[] = []) {
  const { form, errors, setErrors, show, edited } = useFieldErrors(fieldNames)
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<Problem | null>(null)

  /** Sends, and gives the answer; null when it was refused, does not fit, or is under way already. */
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

/** Whether the header and the pages have to ask anew who is signed in. */
export function isOtherUser(before: Account, after: Account): boolean {
  return JSON.stringify(before.user) !== JSON.stringify(after.user)
}
