import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'

export const accountHandlers = {
  'account.exportData': async () => refuse('unavailable'),
  'account.delete': async () => refuse('unavailable'),
} satisfies Partial<Handlers>
