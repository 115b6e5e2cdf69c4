import * as z from 'zod/mini'
import { byShop, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { calendarFeeds, createdFeed, feedFile, feedKinds, newFeed } from './feeds.ts'

export const feedEndpoints = {
  'feeds.list': {
    summary: 'The calendar subscriptions that you made at a shop',
    params: byShop,
    reply: calendarFeeds,
    refusals: ['not_found'],
  },
  'feeds.create': {
    summary: 'Make a calendar subscription, in place of an earlier one. Its secret address is shown once',
    params: byShop,
    body: newFeed,
    reply: createdFeed,
    status: 201,
    refusals: ['not_found', 'not_allowed'],
  },
  'feeds.revoke': {
    summary: 'End a calendar subscription of yours',
    params: z.extend(byShop, { kind: z.enum(feedKinds) }),
    reply: done,
    refusals: ['not_found'],
  },
  'feeds.read': {
    summary: 'A calendar subscription, by its secret address',
    params: z.object({ file: feedFile }),
    reply: z.string(),
    replyType: 'text/calendar',
    refusals: ['not_found', 'too_many_requests'],
  },
} as const satisfies EndpointDefinitions
