import * as z from 'zod/mini'

/** The steps from the landing page to a booking, in order. */
export const funnelSteps = [
  'landing',
  'vehicle',
  'package',
  'schedule',
  'signIn',
  'payment',
  'booked',
] as const
export type FunnelStep = (typeof funnelSteps)[number]

/** The kind of page that led a visitor here. The page itself is not recorded. */
export const visitSources = ['direct', 'search', 'social', 'maps', 'referral'] as const
export type VisitSource = (typeof visitSources)[number]

/** A step that a visit has reached for the first time. */
export const reachedStep = z.strictObject({
  step: z.enum(funnelSteps),
  source: z.enum(visitSources),
})
export type ReachedStep = z.infer<typeof reachedStep>

/** `weeks` counts back from today, by default 12. */
export const funnelQuery = z.strictObject({ weeks: z.optional(z.enum(['4', '12', '26', '52'])) })

/** Visits that reached each step in the last `days` days (UTC), by source. Pairs without any are left out. */
export const funnel = z.object({
  days: z.int(),
  counts: z.array(z.object({ step: z.enum(funnelSteps), source: z.enum(visitSources), visits: z.int() })),
})
export type Funnel = z.infer<typeof funnel>
