import type { Role } from '../../contract/identity/roles.ts'
import type { SocialProvider } from '../../contract/identity/social-sign-in.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { queueMail, type QueuedMail } from '../notifications/queue-mail.ts'
import { digestOf, isUseLeft } from './rate-limit.ts'
import { sealLink } from './sealed-link.ts'

type Recipient = { id: string; email: string }

/** What a mail without a link of its own needs: the command line has no more. */
export type NewsContext = Pick<Context, 'config' | 'clock' | 'database' | 'nudge'>

/** The transaction in which the news becomes true; without one the mail is queued by itself. */
type Within = { tx?: Queryable }

type WithoutTime<Mail> = Mail extends QueuedMail ? Omit<Mail, 'at'> : never

/** Puts a mail about an account into the outbox, true since the moment that its payload names, and has it sent soon. */
async function queue(
  context: NewsContext,
  mail: WithoutTime<QueuedMail>,
  { tx = context.database.db }: Within = {},
): Promise<void> {
  await queueMail(tx, { ...mail, at: new Date(mail.payload.createdAt) })
  context.nudge('notifications.send-outbox')
}

function now({ clock }: NewsContext) {
  return { createdAt: new Date(clock.now()).toISOString() }
}

/** What all news about the ways into an account carry. */
function news(context: NewsContext) {
  const { publicUrl } = context.config
  return {
    ...now(context),
    accountUrl: `${publicUrl}/account`,
    forgotPasswordUrl: `${publicUrl}/forgot-password`,
  }
}

const to = (user: Recipient) => ({ recipient: user.email, actorId: user.id })

/** Queues the mail whose link sets a new password. */
export async function mailPasswordReset(
  context: Context,
  { email }: Recipient,
  token: string,
): Promise<void> {
  const link = await sealLink(context, `${context.config.publicUrl}/reset-password#${token}`)
  await queue(context, { kind: 'password_reset', payload: { ...now(context), link }, recipient: email })
}

/** How long the link that proves an address is good, whoever asks for it to be mailed. */
export const proofSeconds = 24 * 60 * 60

/** One on signing up, and five on demand. */
const proofsPerAddress = { windowSeconds: 3600, max: 6 }

/**
 * Queues the mail whose link proves the address: six in an hour to one address, whoever signs up with it, leaves and signs up again.
 */
export async function mailEmailProof(context: Context, { email }: Recipient, token: string): Promise<void> {
  if (!(await isUseLeft(context, `email-proof-to:${digestOf(email)}`, proofsPerAddress))) return
  const link = await sealLink(context, `${context.config.publicUrl}/verify-email#${token}`)
  await queue(context, { kind: 'email_proof', payload: { ...now(context), link }, recipient: email })
}

/** Tells the owner that the password has changed. */
export async function mailPasswordChanged(
  context: NewsContext,
  user: Recipient,
  within?: Within,
): Promise<void> {
  await queue(context, { kind: 'password_changed', payload: news(context), ...to(user) }, within)
}

/** Tells the owner that a sign-in of somebody else's was linked to the account, or taken away from it. */
export async function mailSignInLinked(
  context: NewsContext,
  user: Recipient,
  change: { provider: SocialProvider; linked: boolean },
  within?: Within,
): Promise<void> {
  await queue(
    context,
    { kind: 'sign_in_linked', payload: { ...news(context), ...change }, ...to(user) },
    within,
  )
}

/** Tells the owner that a passkey was added to the account, or removed from it. */
export async function mailPasskeyChanged(
  context: NewsContext,
  user: Recipient,
  change: { added: boolean },
  within?: Within,
): Promise<void> {
  await queue(
    context,
    { kind: 'passkey_changed', payload: { ...news(context), ...change }, ...to(user) },
    within,
  )
}

/** Tells the owner that the second factor was turned on or off, or has new recovery codes. */
export async function mailSecondFactorChanged(
  context: NewsContext,
  user: Recipient,
  change: 'on' | 'off' | 'new-recovery-codes',
  within?: Within,
): Promise<void> {
  const payload = { ...news(context), change }
  await queue(context, { kind: 'second_factor_changed', payload, ...to(user) }, within)
}

/** Tells the owner of an account that somebody tried to create another with the same address. */
export async function mailAccountExists(context: NewsContext, email: string): Promise<void> {
  await queue(context, { kind: 'account_exists', payload: news(context), recipient: email })
}

/** Tells somebody that their account is deleted, in the transaction that deletes it: the last mail to the address it had. */
export async function mailAccountDeleted(
  context: NewsContext,
  { email, role }: { email: string; role: Role },
  tx: Queryable,
): Promise<void> {
  const payload = { ...now(context), role, signUpUrl: `${context.config.publicUrl}/login?create` }
  await queue(context, { kind: 'account_deleted', payload, recipient: email }, { tx })
}
