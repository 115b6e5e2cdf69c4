import * as z from 'zod/mini'

/** The amounts of a price beside that of its package, in integer cents: see `priceDueOf`. */
export const toPay = z.object({ totalCents: z.int(), agreedCents: z.int(), dueCents: z.int() })
export type ToPay = z.infer<typeof toPay>
