import * as z from 'zod/mini'
import { wallets } from './card-brand.ts'

/**
 * States of an appointment's hold. `pending`: the card is not confirmed yet. `live`: the amount is held.
 * `saved`: the earlier hold lapsed as expected and a fresh one will be placed on the saved card.
 * `unconfirmed`: the fresh hold was refused and needs the cardholder. `failed`: every attempt was used up.
 * `no_card`: the shop booked it, and the customer has not given a card yet. `at_shop`: it is paid at the
 * shop. `none`: no hold now or later.
 */
export const holdHealthStates = [
  'pending',
  'live',
  'saved',
  'unconfirmed',
  'failed',
  'no_card',
  'at_shop',
  'none',
] as const

/** The state of the hold for customers and staff. Instants are ISO. */
export const holdHealth = z.object({
  state: z.enum(holdHealthStates),
  /** Deadline for capturing the live hold; null without one. */
  liveUntil: z.nullable(z.string()),
  /**
   * Amount of the live hold in dollars: above the price after a change to a cheaper package. Null without a
   * live hold.
   */
  heldAmount: z.nullable(z.number()),
  /** Time of the next fresh hold; null when none is needed or no attempt is left. */
  renewsAt: z.nullable(z.string()),
  /** Whether a fresh hold is needed and waits for the shop's fitment check; `renewsAt` is null then. */
  awaitsFitment: z.boolean(),
  /** The held or saved card, with the details that the provider gives; `wallet` for a card from one. */
  card: z.nullable(
    z.object({ brand: z.string(), lastFour: z.string(), wallet: z.optional(z.enum(wallets)) }),
  ),
})
export type HoldHealth = z.infer<typeof holdHealth>
