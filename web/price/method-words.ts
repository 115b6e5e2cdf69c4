import type { ShopPaymentMethod } from '../../contract/payments/pays-by.ts'

/** How a payment at the shop was made. */
export const methodWords: Record<ShopPaymentMethod, string> = {
  cash: 'Paid in cash',
  terminal: 'Paid with the shop’s terminal',
  other: 'Paid at the shop',
}
