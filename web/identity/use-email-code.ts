import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { call, CallError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { useStore } from '../ui/external-store.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { pendingCodeStore } from './email-code-store.ts'
import { finishSignIn } from './finish-sign-in.ts'

/** The problem, and the field where it is shown; null for the message above the form. */
export type CodeProblem = { field: 'email' | 'code' | null; sentence: string }

function problemOf(error: unknown): CodeProblem {
  if (!(error instanceof CallError)) throw error
  const field = error.field === 'email' || error.field === 'code' ? error.field : null
  return { field, sentence: error.message }
}

/**
 * Sign-in with a mailed code. `pending` is the challenge of this tab; null before the first code was sent.
 * One call runs at a time. `send` and `signIn` return the problem, and null when there is none.
 */
export function useEmailCode() {
  const pending = useStore(pendingCodeStore)
  const [task, setTask] = useState<'send' | 'signIn' | null>(null)
  const { run } = useSingleFlight()

  const once = (name: 'send' | 'signIn', work: () => Promise<void>) =>
    run(async (): Promise<CodeProblem | null> => {
      setTask(name)
      try {
        await work()
        return null
      } catch (error) {
        return problemOf(error)
      } finally {
        setTask(null)
      }
    })

  const send = (email: string) =>
    once('send', async () => {
      const { challengeId } = await call('identity.requestEmailCode', { body: { email } })
      pendingCodeStore.write({ email: email.trim(), challengeId, requestedAt: Date.now() })
    })

  const signIn = (code: string) =>
    once('signIn', async () => {
      if (!pending) return
      const { email, challengeId } = pending
      const reply = await call('identity.signInWithCode', { body: { email, challengeId, code } })
      try {
        if ('secondFactorRequired' in reply) navigate(paths.secondFactor)
        else {
          const description = reply.user.name === '' ? 'Welcome!' : 'Welcome back!'
          await finishSignIn({ title: 'Login successful', description })
        }
      } finally {
        // Cleared only after the navigation; earlier, the address step would flash.
        pendingCodeStore.write(null)
      }
    })

  return { pending, task, send, signIn, forget: () => pendingCodeStore.write(null) }
}
