import { createContext, use } from 'react'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { isAllowed, scopeOf, type Action } from '../../contract/identity/permissions.ts'
import type { Standing } from '../../contract/identity/roles.ts'
import { useSession } from './session.ts'

/** The standing of the signed-in user where it may differ from the role; null for the role. */
export const StandingContext = createContext<Standing | null>(null)

function useStanding(): Standing | null {
  const session = useSession()
  const standing = use(StandingContext)
  return session.state === 'signed-in' ? (standing ?? session.user.role) : null
}

/** Whether the signed-in user may ever do this, so that its button is worth showing. The server decides. */
export function useMay(action: Action): boolean {
  const standing = useStanding()
  return standing !== null && scopeOf(standing, action) !== 'none'
}

/**
 * Whether the signed-in user may take the payment of an appointment at the instant `now`: once its car has
 * arrived, or it has started. `now` is null while unknown.
 */
export function useMayTakeMoney(
  action: 'payment.capture' | 'payment.recordAtShop',
  {
    workState,
    appointmentDate,
    endsAt,
  }: Pick<AdministratorAppointment, 'workState' | 'appointmentDate' | 'endsAt'>,
  now: number | null,
): boolean {
  const standing = useStanding()
  const facts = {
    workState,
    startsAt: Date.parse(appointmentDate),
    endsAt: Date.parse(endsAt),
    now: now ?? 0,
  }
  return standing !== null && isAllowed(standing, action, facts)
}
