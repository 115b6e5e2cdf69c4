import { useState } from 'react'
import { logout } from '../identity/logout.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { useAccountChange } from './use-account-change.ts'

type ChangeProblemProps = Pick<ReturnType<typeof useAccountChange>, 'problem'>

/** What stands in the way of a change, and the way on where there is one. */
export function ChangeProblem({ problem }: ChangeProblemProps) {
  const [leaving, setLeaving] = useState(false)
  if (problem === null) return null
  const signInAgain = async () => {
    setLeaving(true)
    await logout(paths.login)
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
          onClick={() => void signInAgain()}
        >
          Sign in again
        </Button>
      )}
    </Alert>
  )
}
