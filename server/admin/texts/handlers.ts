import type { Handlers } from '../../http/handlers.ts'
import { findConversation } from './conversation.ts'
import { markRead, markStrangersRead } from './mark-read.ts'
import { recordAnswer } from './record-answer.ts'
import { writeText } from './write-text.ts'

export const textHandlers = {
  'texts.find': ({ context, actor, params }) => findConversation(context, actor, params.id),
  'texts.write': async ({ context, actor, params, headers, body }) => {
    await writeText(context, actor, params.id, { ...body, key: headers['idempotency-key'] })
    return findConversation(context, actor, params.id)
  },
  'texts.markRead': async ({ context, actor, params, body }) => {
    await markRead(context, actor, params.id, body.newestId)
    return { ok: true as const }
  },
  'texts.markStrangersRead': async ({ context, actor, params }) => {
    await markStrangersRead(context, actor, params.id)
    return { ok: true as const }
  },
  'texts.recordAnswer': async ({ context, actor, params, body }) => {
    await recordAnswer(context, actor, params.id, body)
    return findConversation(context, actor, params.id)
  },
} satisfies Partial<Handlers>
