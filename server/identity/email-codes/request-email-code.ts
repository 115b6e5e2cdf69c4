import { randomUUID } from 'node:crypto'
import { accountEmail } from '../../../contract/identity/identity.ts'
import type { Context } from '../../context.ts'
import type { Device } from '../sessions/device.ts'
import { codeLifetimeMs } from './code-lifetime.ts'
import { countCodeRequest } from './code-limits.ts'
import { emailCodeJob } from './answer-code-requests.ts'

/**
 * Records a request for a sign-in code and returns its challenge. `answerCodeRequests` looks up the account
 * later, so that neither the response nor its time reveals it. Refuses as `too_many_requests` after five
 * requests in 15 minutes for one address, or twenty in a day. A known device of a proven account is counted
 * by itself, with the same limits.
 */
export async function requestEmailCode(
  context: Context,
  device: Device,
  email: string,
): Promise<{ challengeId: string; expiresAt: string }> {
  const address = accountEmail(email)
  await countCodeRequest(context, device, address)
  const now = context.clock.now()
  // Random in full (version 4): the id is the browser's half of the proof, so it must not be guessable.
  const challengeId = randomUUID()
  const expiresAt = new Date(now + codeLifetimeMs)
  await context.database.db
    .insertInto('email_codes')
    .values({
      id: challengeId,
      email: address,
      code_hash: null,
      requested_at: new Date(now),
      answered_at: null,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
  context.triggerJob(emailCodeJob)
  return { challengeId, expiresAt: expiresAt.toISOString() }
}
