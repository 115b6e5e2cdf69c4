import { jsonStore } from '../ui/browser-store.ts'
import { fieldsOf } from '../ui/checked-fields.ts'

/**
 * The challenge of this tab, for a reload while the person looks into the mailbox; never the code.
 * `requestedAt` is epoch milliseconds on this browser's clock.
 */
export type PendingCode = { email: string; challengeId: string; requestedAt: number }

/** A reload after this time begins with the address again. */
const lifetimeMs = 10 * 60_000

function checkPending(stored: unknown): PendingCode | null {
  const { email, challengeId, requestedAt } = fieldsOf(stored)
  if (typeof email !== 'string' || typeof challengeId !== 'string' || typeof requestedAt !== 'number')
    return null
  if (Date.now() - requestedAt > lifetimeMs) return null
  return { email, challengeId, requestedAt }
}

export const pendingCodeStore = jsonStore('email-code', checkPending)
