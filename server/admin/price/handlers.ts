import type { Handlers } from '../../http/handlers.ts'
import { agreeByLink, findLinkedPrice } from '../../booking/price/linked-price.ts'
import { changePricing, findPricing } from '../../shops/pricing.ts'
import { agreeAtShop } from './agree-at-shop.ts'
import { askForAgreement } from './ask-for-agreement.ts'
import { addPriceLine, removePriceLine } from './change-lines.ts'
import { findDayPrice } from './find-day-price.ts'
import { refundPartially } from './refund-partially.ts'
import { removeShopPayment } from './remove-payment.ts'

export const priceHandlers = {
  'price.find': ({ context, actor, params }) => findDayPrice(context, actor, params.id),
  'price.addLine': async ({ context, actor, params: { id }, body }) => {
    await addPriceLine(context, actor, id, body)
    return findDayPrice(context, actor, id)
  },
  'price.removeLine': async ({ context, actor, params: { id, lineId } }) => {
    await removePriceLine(context, actor, id, lineId)
    return findDayPrice(context, actor, id)
  },
  'price.removePayment': async ({ context, actor, params: { id, paymentId } }) => {
    await removeShopPayment(context, actor, id, paymentId)
    return findDayPrice(context, actor, id)
  },
  'price.askForAgreement': async ({ context, actor, params: { id } }) => {
    await askForAgreement(context, actor, id)
    return findDayPrice(context, actor, id)
  },
  'price.agreeAtShop': async ({ context, actor, params: { id }, body }) => {
    await agreeAtShop(context, actor, id, body)
    return findDayPrice(context, actor, id)
  },
  'price.refundPart': async ({ context, actor, params: { id }, body }) => {
    await refundPartially(context, actor, id, body)
    return findDayPrice(context, actor, id)
  },
  'price.findLinked': ({ context, body }) => findLinkedPrice(context, body.token),
  'price.agreeByLink': ({ context, device, body }) => agreeByLink(context, body, device.network),
  'price.findPricing': ({ context, actor, params }) => findPricing(context, actor.scope, Number(params.id)),
  'price.changePricing': ({ context, actor, params, body }) =>
    changePricing(context, actor, Number(params.id), body),
} satisfies Partial<Handlers>
