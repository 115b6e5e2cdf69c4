import { brandName } from '../../contract/brand.ts'
import type { Handlers } from '../http/handlers.ts'
import { libraryHeaders } from '../identity/create-account.ts'
import { identityProvider } from '../identity/identity-provider.ts'
import { deleteAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'

export const accountHandlers = {
  'account.exportData': async ({ context, actor, caller, setHeader }) => {
    const day = new Date(context.clock.now()).toISOString().slice(0, 10)
    const data = await exportData(context, actor, caller)
    setHeader('content-disposition', `attachment; filename="${brandName.toLowerCase()}-data-${day}.json"`)
    return data
  },
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
