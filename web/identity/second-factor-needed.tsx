import { Link } from 'wouter'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { useSession } from './session.ts'

/**
 * Whether this staff member must still pass the second factor that this installation requires. The server
 * decides.
 */
export function useLacksSecondFactor(): boolean {
  const session = useSession()
  const settings = useProductSettings()
  if (session.state !== 'signed-in' || !settings?.requireSecondFactor) return false
  const { role, secondFactor, byPasskey } = session.user
  return !isAllowed(role, 'account.skipSecondFactor') && !secondFactor && !byPasskey
}

type SecondFactorNeededProps = {
  /** Continues "Set up a second factor to". */
  purpose: string
  className?: string
}

/** States the purpose of a second factor, with a link to set it up. */
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
