import * as z from 'zod/mini'
import { socialProviders } from './identity/social-sign-in.ts'

/** What the browser needs to know of the installation it talks to. No secrets. */
export const productSettings = z.object({
  /** Where the sandbox shows itself; null when real providers are set. */
  sandboxUrl: z.nullable(z.string()),
  cards: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
  /** The social sign-ins that are set up. */
  socialSignIn: z.array(z.enum(socialProviders)),
  /** Whether staff need a second factor before they capture, cancel or see payout details. */
  requireSecondFactor: z.boolean(),
  /** Today's instant by the product's clock, ISO. */
  now: z.string(),
})
export type ProductSettings = z.infer<typeof productSettings>
