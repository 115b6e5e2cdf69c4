import type { EndpointName } from '../../contract/routes.ts'
import { call, CallError, offlineSentence, type CallInput, type CallReply } from './client.ts'

/** How long a silent server is waited for before the person is told; what was asked may still be done. */
const patienceMs = 60_000

/** As `call`, for what a person waits for: no answer within a minute counts as no connection. */
export async function callPatiently<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallReply<Name>> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    return await call(name, { ...input, signal })
  } catch (error) {
    if (signal.aborted) throw new CallError(offlineSentence, 0)
    throw error
  }
}
