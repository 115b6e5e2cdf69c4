import type { Handlers } from '../http/handlers.ts'
import { countStep } from './count-step.ts'
import { findFunnel } from './find-funnel.ts'

export const funnelHandlers = {
  'funnel.countStep': async ({ context, body }) => {
    await countStep(context, body)
    return { ok: true }
  },
  'funnel.find': ({ context, query }) => findFunnel(context, 7 * Number(query.weeks ?? '12')),
} satisfies Partial<Handlers>
