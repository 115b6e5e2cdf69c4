import { scopeOf, type Action } from '../../contract/identity/permissions.ts'
import { useSession } from './session.ts'

/** Whether the signed-in person may ever do this, so that its button is worth showing. The server decides. */
export function useMay(action: Action): boolean {
  const session = useSession()
  return session.state === 'signed-in' && scopeOf(session.user.role, action) !== 'none'
}
