import { done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { funnel, funnelQuery, reachedStep } from './funnel.ts'

export const funnelEndpoints = {
  'funnel.countStep': {
    summary:
      'Count a step of the booking that a visit has reached. Stores a number, nothing about the visitor',
    body: reachedStep,
    reply: done,
    refusals: ['too_many_requests'],
  },
  'funnel.find': {
    summary: 'The visits that reached each step of the booking, by source',
    query: funnelQuery,
    reply: funnel,
    refusals: [],
  },
} as const satisfies EndpointDefinitions
