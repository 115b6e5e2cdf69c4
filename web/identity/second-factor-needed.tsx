import { Link } from 'wouter'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { useSession } from './session.ts'

/** Whether this person is of the staff and has yet to pass the second factor that this installation requires. The server decides. */
export function useLacksSecondFactor(): boolean {
  const session = useSession()
  const settings = useProductSettings()
  if (session.state !== 'signed-in' || !settings?.requireSecondFactor) return false
  const { role, secondFactor, byPasskey } = session.user
  return !isAllowed(role, 'account.skipSecondFactor') && !secondFactor && !byPasskey
}

type SecondFactorNeededProps = {
  /** Goes on after "Set up a second factor to". */
  purpose: string
  className?: string
}

/** Says what a second factor is needed for, and leads to where it is set up. */
export function SecondFactorNeeded({ purpose, className }: SecondFactorNeededProps) {
  return (
    <Alert tone="warn" {...(className !== undefined && { className })}>
      Set up a second factor to {purpose}.{' '}
      <Link href={paths.secondFactorSetup} className="font-medium underline underline-offset-4">
        Set it up
      </Link>
    </Alert>
  )
}
