import { AsyncLocalStorage } from 'node:async_hooks'
import type { RefusalCode } from '../../../contract/refusals.ts'

/** Refusal codes of a social sign-in. */
export type SocialRefusal = Extract<RefusalCode, `auth/${string}`>

/** One provider callback on its way through better-auth, which reports all failures alike. */
type SocialFlow = {
  /** The signed-in user at the callback. */
  actorId: string | null
  /** The reason of the failure, as reported by the provider. */
  failure: SocialRefusal | null
  /** The error behind it. */
  cause: unknown
  /** The return address of this flow's start, once its state is known to be this browser's. */
  leadsTo: string | null
}

const flows = new AsyncLocalStorage<SocialFlow>()

/** Creates a flow without a signed-in user. */
export function openFlow(): SocialFlow {
  return { actorId: null, failure: null, cause: undefined, leadsTo: null }
}

/** Runs one provider callback through better-auth; hooks write their findings into the flow. */
export async function inSocialFlow<Result>(flow: SocialFlow, run: () => Promise<Result>): Promise<Result> {
  return flows.run(flow, run)
}

/** The running flow. */
export function currentFlow(): SocialFlow | undefined {
  return flows.getStore()
}

/** Records the reason of a failure. The first one stays: later ones are its consequences. */
export function noteFailure(code: SocialRefusal, cause?: unknown): void {
  const flow = flows.getStore()
  if (!flow || flow.failure !== null) return
  flow.failure = code
  flow.cause = cause
}
