import type { Handlers } from '../http/handlers.ts'
import { assignTechnician, leaveJob, listTechnicians, takeJob } from './assign-technician.ts'
import { createFeed, listFeeds, revokeFeed } from './feeds/feed-links.ts'
import { readFeed } from './feeds/read-feed.ts'
import { listWork } from './list-work.ts'

export const workshopHandlers = {
  'work.list': ({ context, actor, query }) =>
    listWork(context, actor, query.shopId === undefined ? null : Number(query.shopId)),
  'work.take': ({ context, actor, params }) => takeJob(context, actor, params.id),
  'work.leave': ({ context, actor, params }) => leaveJob(context, actor, params.id),
  'feeds.list': ({ context, actor, params }) => listFeeds(context, actor, Number(params.id)),
  'feeds.create': ({ context, actor, params, body }) =>
    createFeed(context, actor, Number(params.id), body.kind),
  'feeds.revoke': async ({ context, actor, params }) => {
    await revokeFeed(context, actor, Number(params.id), params.kind)
    return { ok: true as const }
  },
  'feeds.read': async ({ context, params, setHeader }) => {
    const file = await readFeed(context, params.file)
    setHeader('cache-control', 'private, max-age=300')
    setHeader('x-robots-tag', 'noindex')
    return file
  },
  'admin.listTechnicians': ({ context, actor, params }) =>
    listTechnicians(context, actor.scope, Number(params.id)),
  'admin.assignTechnician': async ({ context, actor, params, body }) => {
    await assignTechnician(context, actor, params.id, body.userId)
    return { ok: true as const }
  },
} satisfies Partial<Handlers>
