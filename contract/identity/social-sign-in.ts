import * as z from 'zod/mini'

export const socialProviders = ['google', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** In a window of its own that closes itself, or in place of the page. */
export const socialModes = ['popup', 'redirect'] as const
export type SocialMode = (typeof socialModes)[number]

/** What a page starts: `flow` is any id of its own, by which it knows the answer again. */
export const socialStart = z.strictObject({
  provider: z.enum(socialProviders),
  mode: z.enum(socialModes),
  flow: z.uuid(),
})

/** The provider's page to open. */
export const socialStarted = z.object({ url: z.string() })

/** What the provider sends back with the person; whatever else it adds is let through unread. */
export const socialAnswer = z.looseObject({
  code: z.optional(z.string()),
  state: z.optional(z.string()),
  error: z.optional(z.string()),
})

/**
 * How a social sign-in ended, as the address the person comes back to says it in `outcome`: one of these or the code of a
 * refusal that begins with 'auth/'.
 */
export const socialOutcomes = ['signed-in', 'second-factor', 'linked'] as const
export type SocialOutcome = (typeof socialOutcomes)[number]

/** An ID token of the provider, as clients send it that sign in with the provider themselves. */
export const idTokenHeaders = z.object({ authorization: z.optional(z.string()) })
