import type { Handlers } from '../http/handlers.ts'
import { countUse } from '../identity/rate-limit.ts'
import { listBookableShops } from './queries.ts'
import { registerShop } from './register-shop.ts'

const registrationsPerAddress = { windowSeconds: 3600, max: 60 }

export const shopHandlers = {
  'shops.list': ({ context }) => listBookableShops(context.database.db),
  'shops.register': async ({ context, caller, body, setCookie }) => {
    await countUse(context, `register-shop:${caller.address}`, registrationsPerAddress)
    const { email, cookies } = await registerShop(context, caller, body)
    cookies.forEach(setCookie)
    return { email }
  },
} satisfies Partial<Handlers>
