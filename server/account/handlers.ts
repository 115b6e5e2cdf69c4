import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'
import { libraryHeaders } from '../identity/create-account.ts'
import { identityProvider } from '../identity/identity-provider.ts'
import { deleteAccount } from './delete-account.ts'

export const accountHandlers = {
  'account.exportData': async () => refuse('unavailable'),
  'account.delete': async ({ context, actor, caller, body, setCookie }) => {
    await deleteAccount(context, actor, caller, body)
    const { headers } = await identityProvider(context).api.signOut({
      headers: libraryHeaders(caller),
      returnHeaders: true,
    })
    headers.getSetCookie().forEach(setCookie)
    return { ok: true as const }
  },
} satisfies Partial<Handlers>
