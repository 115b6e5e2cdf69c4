import type { EndpointName } from '../../contract/routes.ts'
import { call, CallError, offlineSentence, type CallInput, type CallReply } from './client.ts'

/** Timeout of a request in milliseconds. The server may still complete it afterwards. */
const timeoutMs = 60_000

/** As `call`, with a timeout: no reply within a minute counts as no connection. */
export async function callWithTimeout<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallReply<Name>> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await call(name, { ...input, signal })
  } catch (error) {
    if (signal.aborted) throw new CallError(offlineSentence, 0)
    throw error
  }
}
