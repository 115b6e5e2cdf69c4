import { useState } from 'react'
import { call, CallError } from '../api/client.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { proofReturnStore } from './return-url.ts'

/** Mails the link that verifies the user's address. The link leads back to the page `returnTo`. */
export function useProofMail(userId: string, returnTo: string) {
  const [isMailed, setMailed] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, run } = useSingleFlight()
  const mail = () =>
    run(async () => {
      setProblem(null)
      proofReturnStore(userId).write(returnTo)
      try {
        await call('identity.requestEmailProof', { body: {} })
        setMailed(true)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        setProblem(error.message)
      }
    })
  return { busy, isMailed, problem, mail }
}
