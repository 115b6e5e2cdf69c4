import type { Handlers } from '../http/handlers.ts'
import { createBlock, previewBlock } from './blocks/create-block.ts'
import { removeBlock } from './blocks/remove-block.ts'

export const slotHandlers = {
  'blocks.create': ({ context, actor, body }) => createBlock(context, actor, body),
  'blocks.preview': ({ context, actor, body }) => previewBlock(context, actor, body),
  'blocks.remove': async ({ context, actor, params, query }) => {
    await removeBlock(context, actor, params.id, { later: query.later === 'true' })
    return { ok: true as const }
  },
} satisfies Partial<Handlers>
