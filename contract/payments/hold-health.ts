import * as z from 'zod/mini'

/**
 * How the hold of an appointment stands. `pending`: the card is not confirmed yet. `live`: the amount is held. `saved`: the
 * earlier hold lapsed as expected and a fresh one will be placed on the saved card. `unconfirmed`: the fresh hold was
 * refused and the card wants the person. `failed`: every try was used up. `none`: nothing is held, nor will be.
 */
export const holdStates = ['pending', 'live', 'saved', 'unconfirmed', 'failed', 'none'] as const

/** The hold's own health as customers and staff read it. Instants are ISO. */
export const holdHealth = z.object({
  state: z.enum(holdStates),
  /** Until when the live hold can be captured; null when none is live. */
  liveUntil: z.nullable(z.string()),
  /** What the live hold holds, in dollars: more than the price after a change to a cheaper package. Null when none is live. */
  heldAmount: z.nullable(z.number()),
  /** When a fresh hold is placed next; null when that is not needed or no try is left. */
  renewsAt: z.nullable(z.string()),
  /** The card that is held or saved, as far as the provider shows it. */
  card: z.nullable(z.object({ brand: z.string(), lastFour: z.string() })),
})
export type HoldHealth = z.infer<typeof holdHealth>
