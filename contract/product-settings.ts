import * as z from 'zod/mini'

/** What the browser needs to know of the installation it talks to. No secrets. */
export const productSettings = z.object({
  /** Where the sandbox shows itself; null when real providers are set. */
  sandboxUrl: z.nullable(z.string()),
  cards: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
  /** The social sign-ins that are set up: 'google', 'facebook'. */
  socialSignIn: z.array(z.string()),
  /** Today's instant by the product's clock, ISO. */
  now: z.string(),
})
export type ProductSettings = z.infer<typeof productSettings>
