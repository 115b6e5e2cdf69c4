import type { WithheldReason } from '../../database/tables.ts'
import { isMailKind } from '../mail-kinds.ts'
import { mailPolicies } from './mail-policies.ts'

/** A due mail with what its limits depend on. */
export type MailFacts = {
  kind: string
  isProven: boolean
  /** Whether it counts for its mailbox already: an attempt that failed. */
  isCounted: boolean
  /** Whether its mailbox had no room before. */
  hasWaited: boolean
  isOutdated: boolean
  createdAt: Date
  /** When its mailbox has room; null or past: now. */
  roomAt: Date | null
}

export type MailDecision =
  | { send: true; counts: boolean }
  | { send: false; withheld: WithheldReason }
  | { send: false; waitsUntil: Date }

const longestWaitMs = 86_400_000

/**
 * Whether a due mail is sent now. Beyond the limit of its mailbox, a mail to staff goes into a digest, one to
 * a proven address waits for a day at most, and one to an unproven address is not sent.
 */
export function decideMail(mail: MailFacts, now: number): MailDecision {
  // A kind of a later version; rendering reports it.
  if (!isMailKind(mail.kind)) return { send: true, counts: true }
  const { audience, toUnproven, isUnlimited = false, isForNow = false } = mailPolicies[mail.kind]
  if (!mail.isProven && !toUnproven) return { send: false, withheld: 'unproven' }
  if (isForNow && mail.isOutdated) return { send: false, withheld: 'outdated' }
  if (mail.isCounted || (mail.isProven && isUnlimited)) return { send: true, counts: false }
  if (mail.hasWaited && mail.isOutdated) return { send: false, withheld: 'outdated' }
  if (mail.roomAt === null || mail.roomAt.getTime() <= now) return { send: true, counts: true }
  if (audience === 'staff') return { send: false, withheld: 'digest' }
  const isTooOld = mail.createdAt.getTime() <= now - longestWaitMs
  return mail.isProven && !isTooOld
    ? { send: false, waitsUntil: mail.roomAt }
    : { send: false, withheld: 'limit' }
}
