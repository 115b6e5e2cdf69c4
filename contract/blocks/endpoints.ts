import { byId, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { blockedTime, blockPreview, blockRemoval, createdBlocks, newBlock } from './blocks.ts'

export const blockEndpoints = {
  'blocks.create': {
    summary: 'Keep time of bays free of jobs, once or every week',
    body: newBlock,
    reply: createdBlocks,
    status: 201,
    refusals: ['not_found', 'bay_unknown', 'not_a_start_time', 'jobs_in_the_way', 'already_blocked'],
  },
  'blocks.preview': {
    summary: 'The jobs that would be in the way of a block',
    body: blockedTime,
    reply: blockPreview,
    refusals: ['not_found', 'bay_unknown', 'not_a_start_time'],
  },
  'blocks.remove': {
    summary: 'Remove a block, or it and the later ones of its series',
    params: byId,
    query: blockRemoval,
    reply: done,
    refusals: ['not_found'],
  },
} as const satisfies EndpointDefinitions
