import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'

export const socialHandlers = {
  'identity.startSocialSignIn': async () => refuse('unavailable'),
  'identity.finishSocialSignIn': async () => refuse('unavailable'),
  'identity.openTokenSession': async () => refuse('unavailable'),
  'identity.closeTokenSession': async () => refuse('unavailable'),
  'identity.linkSignIn': async () => refuse('unavailable'),
  'identity.unlinkSignIn': async () => refuse('unavailable'),
} satisfies Partial<Handlers>
