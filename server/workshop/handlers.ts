import type { Handlers } from '../http/handlers.ts'
import { assignTechnician, leaveJob, listTechnicians, takeJob } from './assign-technician.ts'
import { listWork } from './list-work.ts'

export const workshopHandlers = {
  'work.list': ({ context, actor, query }) =>
    listWork(context, actor, query.shopId === undefined ? null : Number(query.shopId)),
  'work.take': ({ context, actor, params }) => takeJob(context, actor, params.id),
  'work.leave': ({ context, actor, params }) => leaveJob(context, actor, params.id),
  'admin.listTechnicians': ({ context, actor, params }) =>
    listTechnicians(context, actor.scope, Number(params.id)),
  'admin.assignTechnician': async ({ context, actor, params, body }) => {
    await assignTechnician(context, actor, params.id, body.userId)
    return { ok: true as const }
  },
} satisfies Partial<Handlers>
