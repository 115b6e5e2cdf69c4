import { useState } from 'react'
import { signInAgain } from '../identity/logout.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { useAccountChange } from './use-account-change.ts'

type ChangeProblemProps = Pick<ReturnType<typeof useAccountChange>, 'problem'>

/** The reason why a change failed, with a link to the remedy where there is one. */
export function ChangeProblem({ problem }: ChangeProblemProps) {
  const [leaving, setLeaving] = useState(false)
  if (problem === null) return null
  const leave = async (section: string | undefined) => {
    setLeaving(true)
    // The address names the section to return to.
    if (section) window.history.replaceState(window.history.state, '', `#${section}`)
    await signInAgain()
    setLeaving(false)
  }
  return (
    <Alert tone="bad">
      {problem.sentence}
      {problem.wantsRecentSignIn && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3 flex"
          busy={leaving}
          busyText="Logging out..."
          onClick={(event) => void leave(event.currentTarget.closest('section')?.id)}
        >
          Sign in again
        </Button>
      )}
    </Alert>
  )
}
