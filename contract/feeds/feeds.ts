import * as z from 'zod/mini'
import { matching } from '../text.ts'

/** `shop`: every job of the shop. `mine`: the jobs of the person who made it. */
export const feedKinds = ['shop', 'mine'] as const
export type FeedKind = (typeof feedKinds)[number]

/** A subscription without its address, which is shown once. */
export const calendarFeed = z.object({
  kind: z.enum(feedKinds),
  createdAt: z.string(),
  /** When a calendar last read it; null before the first time. */
  lastReadAt: z.nullable(z.string()),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

/** The kinds that the role may have, and those that exist. */
export const calendarFeeds = z.object({
  possible: z.array(z.enum(feedKinds)),
  feeds: z.array(calendarFeed),
})
export type CalendarFeeds = z.infer<typeof calendarFeeds>

export const newFeed = z.strictObject({ kind: z.enum(feedKinds) })
/** The secret address. It needs no login. */
export const createdFeed = z.object({ url: z.string() })

/** The file name of a feed: its secret and '.ics'. */
export const feedFile = matching(/^[\w-]{43}(?:\.ics)?$/, 47)
