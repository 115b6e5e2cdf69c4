import * as z from 'zod/mini'
import type { EndpointDefinitions } from '../endpoint-definition.ts'

export const liveEndpoints = {
  'live.watch': {
    summary:
      'Server-sent events: `hello`, then `shop` with {"shopId"} for each change at a shop in scope, `away` and `refresh` around a gap, `beat` every 15 seconds. Events have no content: ask again for what is shown',
    reply: z.string(),
    replyType: 'text/event-stream',
    refusals: ['too_many_requests', 'unavailable'],
  },
} as const satisfies EndpointDefinitions
