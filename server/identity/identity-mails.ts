import type { SocialProvider } from '../../contract/identity/social-sign-in.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { digestOf, isUseLeft } from './rate-limit.ts'
import { sealLink } from './sealed-link.ts'

type Recipient = { id: string; email: string }

/** What a mail without a link of its own needs: the command line has no more. */
export type NewsContext = Pick<Context, 'config' | 'clock' | 'database' | 'nudge'>

/** The transaction in which the news becomes true; without one the mail is queued by itself. */
type Within = { tx?: Queryable }

function createdAt(context: NewsContext) {
  const at = new Date(context.clock.now())
  return { at, createdAt: at.toISOString() }
}

function addressesOf({ config }: NewsContext) {
  return {
    accountUrl: `${config.publicUrl}/account`,
    forgotPasswordUrl: `${config.publicUrl}/forgot-password`,
  }
}

const sender = 'notifications.send-outbox'

/** Queues the mail whose link sets a new password. */
export async function mailPasswordReset(context: Context, user: Recipient, token: string): Promise<void> {
  const { at, createdAt: made } = createdAt(context)
  const link = await sealLink(context, `${context.config.publicUrl}/reset-password#${token}`)
  await queueMail(context.database.db, {
    kind: 'password_reset',
    payload: { createdAt: made, link },
    recipient: user.email,
    at,
  })
  context.nudge(sender)
}

/** How long the link that proves an address is good, whoever asks for it to be mailed. */
export const proofSeconds = 24 * 60 * 60

/** One on signing up, and five on demand. */
const proofsPerAddress = { windowSeconds: 3600, max: 6 }

/**
 * Queues the mail whose link proves the address: six in an hour to one address, whoever signs up with it, leaves and signs up again.
 */
export async function mailEmailProof(context: Context, user: Recipient, token: string): Promise<void> {
  if (!(await isUseLeft(context, `email-proof-to:${digestOf(user.email)}`, proofsPerAddress))) return
  const { at, createdAt: made } = createdAt(context)
  const link = await sealLink(context, `${context.config.publicUrl}/verify-email#${token}`)
  await queueMail(context.database.db, {
    kind: 'email_proof',
    payload: { createdAt: made, link },
    recipient: user.email,
    at,
  })
  context.nudge(sender)
}

/** Tells the owner that the password has changed. */
export async function mailPasswordChanged(
  context: NewsContext,
  user: Recipient,
  { tx = context.database.db }: Within = {},
): Promise<void> {
  const { at, createdAt: made } = createdAt(context)
  const payload = { createdAt: made, ...addressesOf(context) }
  await queueMail(tx, { kind: 'password_changed', payload, recipient: user.email, at, actorId: user.id })
  context.nudge(sender)
}

/** Tells the owner that a sign-in of somebody else's was linked to the account, or taken away from it. */
export async function mailSignInLinked(
  context: NewsContext,
  user: Recipient,
  change: { provider: SocialProvider; linked: boolean },
  { tx = context.database.db }: Within = {},
): Promise<void> {
  const { at, createdAt: made } = createdAt(context)
  const payload = { createdAt: made, ...addressesOf(context), ...change }
  await queueMail(tx, { kind: 'sign_in_linked', payload, recipient: user.email, at, actorId: user.id })
  context.nudge(sender)
}

/** Tells the owner that a passkey was added to the account, or removed from it. */
export async function mailPasskeyChanged(
  context: NewsContext,
  user: Recipient,
  change: { added: boolean },
  { tx = context.database.db }: Within = {},
): Promise<void> {
  const { at, createdAt: made } = createdAt(context)
  const payload = { createdAt: made, ...addressesOf(context), ...change }
  await queueMail(tx, { kind: 'passkey_changed', payload, recipient: user.email, at, actorId: user.id })
  context.nudge(sender)
}

/** Tells the owner that the second factor was turned on or off, or has new recovery codes. */
export async function mailSecondFactorChanged(
  context: NewsContext,
  user: Recipient,
  change: 'on' | 'off' | 'new-recovery-codes',
  { tx = context.database.db }: Within = {},
): Promise<void> {
  const { at, createdAt: made } = createdAt(context)
  const payload = { createdAt: made, ...addressesOf(context), change }
  await queueMail(tx, { kind: 'second_factor_changed', payload, recipient: user.email, at, actorId: user.id })
  context.nudge(sender)
}

/** Tells the owner of an account that somebody tried to create another with the same address. */
export async function mailAccountExists(context: NewsContext, email: string): Promise<void> {
  const { at, createdAt: made } = createdAt(context)
  const payload = { createdAt: made, ...addressesOf(context) }
  await queueMail(context.database.db, { kind: 'account_exists', payload, recipient: email, at })
  context.nudge(sender)
}
