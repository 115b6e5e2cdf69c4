import * as z from 'zod/mini'
import { atMost, uuid } from '../text.ts'

export const socialProviders = ['google', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** A popup window that closes itself, or the page itself. */
export const socialModes = ['popup', 'redirect'] as const
export type SocialMode = (typeof socialModes)[number]

/** `flow` is an id chosen by the page, which identifies the answer. */
export const socialStart = z.strictObject({
  provider: z.enum(socialProviders),
  mode: z.enum(socialModes),
  flow: uuid,
})

/** The provider's page to open. */
export const socialStarted = z.object({ url: z.string() })

/** The provider's query parameters. Unknown ones pass unread. */
export const socialAnswer = z.looseObject({
  code: z.optional(z.string().check(atMost(4000))),
  state: z.optional(z.string().check(atMost(4000))),
  error: z.optional(z.string().check(atMost(4000))),
})

/**
 * Result of a social sign-in, in the parameter `outcome` of the return address: one of these, or a refusal
 * code that begins with 'auth/'.
 */
export const socialOutcomes = ['signed-in', 'second-factor', 'linked'] as const
export type SocialOutcome = (typeof socialOutcomes)[number]

/** An ID token of the provider, from clients that sign in with the provider themselves. */
export const idTokenHeaders = z.object({ authorization: z.optional(z.string().check(atMost(8000))) })
