import { brandName } from '../../contract/brand.ts'
import type { Handlers } from '../http/handlers.ts'
import { signOut } from '../identity/sign-out.ts'
import { deleteAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'

export const accountHandlers = {
  'account.exportData': async ({ context, actor, device, setHeader }) => {
    const day = new Date(context.clock.now()).toISOString().slice(0, 10)
    const data = await exportData(context, actor, device)
    setHeader('content-disposition', `attachment; filename="${brandName.toLowerCase()}-data-${day}.json"`)
    return data
  },
  'account.delete': async ({ context, actor, device, body, setCookie }) => {
    await deleteAccount(context, actor, device, body)
    const cookies = await signOut(context, device)
    cookies.forEach(setCookie)
    return { ok: true as const }
  },
} satisfies Partial<Handlers>
