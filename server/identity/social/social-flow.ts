import { AsyncLocalStorage } from 'node:async_hooks'
import type { RefusalCode } from '../../../contract/refusals.ts'

/** A reason that an outcome may give: those of the field's own list. */
export type SocialRefusal = Extract<RefusalCode, `auth/${string}`>

/** One answer of a provider on its way through the identity library, which tells every failure alike. */
type SocialFlow = {
  /** Who is signed in where the answer arrives. */
  actorId: string | null
  /** Why it failed, as the provider said it. */
  failure: SocialRefusal | null
  /** What was thrown then. */
  cause: unknown
  /** Where the start of this flow wanted to be led afterwards, once its state is known to be this browser's. */
  leadsTo: string | null
}

const flows = new AsyncLocalStorage<SocialFlow>()

/** A flow that begins now, of nobody. */
export function openFlow(): SocialFlow {
  return { actorId: null, failure: null, cause: undefined, leadsTo: null }
}

/** Runs one answer of a provider through the identity library; what is learned on the way is written into the flow. */
export async function inSocialFlow<Result>(flow: SocialFlow, run: () => Promise<Result>): Promise<Result> {
  return flows.run(flow, run)
}

/** The flow that runs. */
export function currentFlow(): SocialFlow | undefined {
  return flows.getStore()
}

/** Keeps the reason of a failure for whoever runs the flow. The first one stays: what follows is its consequence. */
export function noteFailure(code: SocialRefusal, cause?: unknown): void {
  const flow = flows.getStore()
  if (!flow || flow.failure !== null) return
  flow.failure = code
  flow.cause = cause
}
