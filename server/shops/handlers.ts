import type { Handlers } from '../http/handlers.ts'
import { addShop } from './add-shop.ts'
import { addBay, changeBay } from './change-bays.ts'
import { addClosure, removeClosure } from './change-closures.ts'
import { changePayout } from './change-payout.ts'
import { withdrawShopChange } from './decide-shop-change.ts'
import { geocode } from './geocode.ts'
import { listShopChanges } from './list-shop-changes.ts'
import { listBookableShops, listManagedShops } from './queries.ts'
import { registerShop } from './register-shop.ts'
import { getShopSettings } from './shop-settings.ts'

export const shopHandlers = {
  'shops.list': ({ context }) => listBookableShops(context),
  'shops.register': async ({ context, device, body, setCookie }) => {
    const { email, cookies } = await registerShop(context, device, body)
    cookies.forEach(setCookie)
    return { email }
  },
  'shops.add': async ({ context, actor, device, body }) => ({
    user: await addShop(context, actor, device, body),
  }),
  'shops.geocode': ({ context, query }) => geocode(context, query.address),
  'shops.listManaged': ({ context, actor }) => listManagedShops(context, actor.scope),
  'shops.find': ({ context, actor, params }) => getShopSettings(context, actor, Number(params.id)),
  'shops.addClosure': ({ context, actor, params, body }) =>
    addClosure(context, actor, Number(params.id), body),
  'shops.removeClosure': ({ context, actor, params }) =>
    removeClosure(context, actor, Number(params.id), Number(params.closureId)),
  'shops.addBay': ({ context, actor, params, body }) => addBay(context, actor, Number(params.id), body),
  'shops.changeBay': ({ context, actor, params, body }) =>
    changeBay(context, actor, Number(params.id), Number(params.bayId), body),
  'shops.changePayout': ({ context, actor, params, body }) =>
    changePayout(context, actor, Number(params.id), body),
  'shops.withdrawChange': ({ context, actor, params }) =>
    withdrawShopChange(context, actor, Number(params.id)),
  'shops.listChanges': ({ context, actor, params, query }) =>
    listShopChanges(
      context,
      actor.scope,
      Number(params.id),
      query.before === undefined ? undefined : Number(query.before),
    ),
} satisfies Partial<Handlers>
