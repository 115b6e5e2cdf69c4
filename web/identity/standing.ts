import { createContext, use } from 'react'
import { scopeOf, type Action } from '../../contract/identity/permissions.ts'
import type { Standing } from '../../contract/identity/roles.ts'
import { useSession } from './session.ts'

/** The standing of the signed-in user where it may differ from the role; null for the role. */
export const StandingContext = createContext<Standing | null>(null)

/** Whether the signed-in user may ever do this, so that its button is worth showing. The server decides. */
export function useMay(action: Action): boolean {
  const session = useSession()
  const standing = use(StandingContext)
  return session.state === 'signed-in' && scopeOf(standing ?? session.user.role, action) !== 'none'
}
