import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'

export const mailedLinkHandlers = {
  'identity.requestPasswordReset': async () => refuse('unavailable'),
  'identity.resetPassword': async () => refuse('unavailable'),
  'identity.requestEmailProof': async () => refuse('unavailable'),
  'identity.proveEmail': async () => refuse('unavailable'),
} satisfies Partial<Handlers>
