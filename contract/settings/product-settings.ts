import * as z from 'zod/mini'
import { socialProviders } from '../identity/social-sign-in.ts'

/** Public settings of this installation for the browser. No secrets. */
export const productSettings = z.object({
  /** Address of the sandbox's pages; null with real providers. */
  sandboxUrl: z.nullable(z.string()),
  cards: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
  /** The providers that are set up. */
  socialSignIn: z.array(z.enum(socialProviders)),
  /** Whether staff need a second factor before they capture, cancel or see payout details. */
  requireSecondFactor: z.boolean(),
  /** The company behind this installation, as it names itself; null where it says nothing. */
  operator: z.object({
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    address: z.nullable(z.string()),
    /** The day from which the policies apply, 'YYYY-MM-DD'. */
    policiesSince: z.nullable(z.string()),
  }),
  /** The present instant by the product's clock, ISO. */
  now: z.string(),
})
export type ProductSettings = z.infer<typeof productSettings>
