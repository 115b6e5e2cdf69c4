import type { Handlers } from '../http/handlers.ts'
import { assignTechnician, leaveJob, listTechnicians, takeJob } from './assign-technician.ts'
import { createFeed, listFeeds, revokeFeed } from './feeds/feed-links.ts'
import { readFeed } from './feeds/read-feed.ts'
import { findOwnWork } from './find-own-work.ts'
import { findChangedWork, findWork, listWork } from './list-work.ts'
import { findLinkedWork, signByLink } from './sign-off/linked-work.ts'
import { signAtShop } from './sign-off/sign-at-shop.ts'
import { sheetHandlers } from './sheets/handlers.ts'
import { addWorkPhoto } from './work-orders/add-photo.ts'
import { addWorkNote } from './work-orders/add-note.ts'
import { markChecklist } from './work-orders/mark-checklist.ts'
import { recordMileage } from './work-orders/record-mileage.ts'
import { recordWorkEvent } from './work-orders/record-event.ts'

export const workshopHandlers = {
  ...sheetHandlers,
  'work.list': ({ context, actor, query }) =>
    listWork(context, actor, query.shopId === undefined ? null : Number(query.shopId)),
  'work.take': ({ context, actor, params }) => takeJob(context, actor, params.id),
  'work.leave': ({ context, actor, params }) => leaveJob(context, actor, params.id),
  'work.find': ({ context, actor, params }) => findWork(context, actor, params.id),
  'work.recordEvent': async ({ context, actor, params: { id }, body }) => {
    await recordWorkEvent(context, actor, id, body)
    return findChangedWork(context, actor, id)
  },
  'work.addNote': async ({ context, actor, params: { id }, body }) => {
    await addWorkNote(context, actor, id, body)
    return findChangedWork(context, actor, id)
  },
  'work.recordMileage': async ({ context, actor, params: { id }, body }) => {
    await recordMileage(context, actor, id, body)
    return findChangedWork(context, actor, id)
  },
  'work.markChecklist': async ({ context, actor, params: { id }, body }) => {
    await markChecklist(context, actor, id, body)
    return findChangedWork(context, actor, id)
  },
  'work.addPhoto': ({ context, actor, params, query, body }) =>
    addWorkPhoto(context, actor, params.id, { kind: query.kind, file: body }),
  'work.sign': async ({ context, actor, params: { id }, body }) => {
    await signAtShop(context, actor, id, body)
    return findChangedWork(context, actor, id)
  },
  'work.findOwn': ({ context, actor, params }) => findOwnWork(context, actor.id, params.id),
  'work.findLinked': ({ context, body }) => findLinkedWork(context, body.token),
  'work.signByLink': ({ context, device, body }) => signByLink(context, body, device.network),
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
