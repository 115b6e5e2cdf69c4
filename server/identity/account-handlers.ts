import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'

export const accountPageHandlers = {
  'identity.findAccount': async () => refuse('unavailable'),
  'identity.changeProfile': async () => refuse('unavailable'),
  'identity.changePassword': async () => refuse('unavailable'),
  'identity.endSession': async () => refuse('unavailable'),
  'identity.endOtherSessions': async () => refuse('unavailable'),
} satisfies Partial<Handlers>
