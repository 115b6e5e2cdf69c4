/**
 * How an appointment is paid. `card`: from a hold. `link`: the customer has not given a card yet, and was
 * sent a link for it. `at_shop`: at the shop, without a hold.
 */
export const waysToPay = ['card', 'link', 'at_shop'] as const
export type PaysBy = (typeof waysToPay)[number]

/**
 * Payments at the shop, outside the product: in cash, with the shop's card terminal, or otherwise.
 */
export const shopPaymentMethods = ['cash', 'terminal', 'other'] as const
export type ShopPaymentMethod = (typeof shopPaymentMethods)[number]

const hourMs = 3_600_000
/**
 * Hours for the customer to give a card through a link, and hours before the start at which it is due.
 */
export const linkHours = { open: 24, beforeStart: 2 } as const

/**
 * The instant until which a card is awaited through a link: 24 hours from now, and 2 hours before the start
 * at the latest. For a job that starts sooner, its start.
 */
export function cardDueAt(startsAt: number, now: number): number {
  const latest = startsAt - linkHours.beforeStart * hourMs
  return latest > now ? Math.min(now + linkHours.open * hourMs, latest) : Math.max(startsAt, now)
}
