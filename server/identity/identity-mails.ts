import type { Role } from '../../contract/identity/roles.ts'
import type { SocialProvider } from '../../contract/identity/social-sign-in.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { queueMail, type QueuedMail } from '../notifications/queue-mail.ts'
import { digestOf, tryConsumeRateLimit } from './limits/rate-limit.ts'
import { sealText } from './sealed-text.ts'

type Recipient = { id: string; email: string }

/** The context of mails without a link; the command line provides no more. */
export type NewsContext = Pick<Context, 'config' | 'clock' | 'database' | 'triggerJob'>

/** The transaction of the reported change; without one the mail is queued on its own. */
type Within = { tx?: Queryable }

type WithoutTime<Mail> = Mail extends QueuedMail ? Omit<Mail, 'at'> : never

/** Adds an account mail to the outbox, dated by its payload, and triggers sending. */
async function queue(
  context: NewsContext,
  mail: WithoutTime<QueuedMail>,
  { tx = context.database.db }: Within = {},
): Promise<void> {
  await queueMail(tx, { ...mail, at: new Date(mail.payload.createdAt) })
  context.triggerJob('notifications.send-outbox')
}

function now({ clock }: NewsContext) {
  return { createdAt: new Date(clock.now()).toISOString() }
}

/** Payload fields shared by all mails about sign-in methods. */
function news(context: NewsContext) {
  const { publicUrl } = context.config
  return {
    ...now(context),
    accountUrl: `${publicUrl}/account`,
    forgotPasswordUrl: `${publicUrl}/forgot-password`,
  }
}

const to = (user: Recipient) => ({ recipient: user.email, actorId: user.id })

/** Queues the mail with the password reset link. */
export async function mailPasswordReset(
  context: Context,
  { email }: Recipient,
  token: string,
): Promise<void> {
  const link = await sealText(context, `${context.config.publicUrl}/reset-password#${token}`)
  await queue(context, { kind: 'password_reset', payload: { ...now(context), link }, recipient: email })
}

/** Lifetime of a verification link, in seconds. */
export const proofSeconds = 24 * 60 * 60

/** One at sign-up, and five on request. */
const proofsPerAddress = { windowSeconds: 3600, max: 6 }

/** Queues the mail with the verification link: at most six in an hour to one address, across accounts. */
export async function mailEmailProof(context: Context, { email }: Recipient, token: string): Promise<void> {
  if (!(await tryConsumeRateLimit(context, `email-proof-to:${digestOf(email)}`, proofsPerAddress))) return
  const link = await sealText(context, `${context.config.publicUrl}/verify-email#${token}`)
  await queue(context, { kind: 'email_proof', payload: { ...now(context), link }, recipient: email })
}

/** Queues the mail with the code of a sign-in. Its address may have no account yet. */
export async function mailEmailCode(
  context: Context,
  recipient: string,
  code: string,
  within: Within,
): Promise<void> {
  const payload = { ...now(context), code: await sealText(context, code) }
  await queue(context, { kind: 'email_code', payload, recipient }, within)
}

/** Queues the mail that sends a staff account, which gets no code, to its password. */
export async function mailPasswordSignIn(
  context: NewsContext,
  recipient: string,
  within: Within,
): Promise<void> {
  const payload = { ...now(context), loginUrl: `${context.config.publicUrl}/login` }
  await queue(context, { kind: 'password_sign_in', payload, recipient }, within)
}

/** Queues the mail about the sign-ins that were removed when a code proved the address. */
export async function mailSignInRemoved(
  context: NewsContext,
  user: Recipient,
  within: Within,
): Promise<void> {
  await queue(context, { kind: 'password_removed', payload: news(context), ...to(user) }, within)
}

/** Queues the mail about a changed password. */
export async function mailPasswordChanged(
  context: NewsContext,
  user: Recipient,
  within?: Within,
): Promise<void> {
  await queue(context, { kind: 'password_changed', payload: news(context), ...to(user) }, within)
}

/** Queues the mail about a linked or unlinked social sign-in. */
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

/** Queues the mail about an added or removed passkey. */
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

/** Queues the mail about a second factor turned on or off, or new recovery codes. */
export async function mailSecondFactorChanged(
  context: NewsContext,
  user: Recipient,
  change: 'on' | 'off' | 'new-recovery-codes',
  within?: Within,
): Promise<void> {
  const payload = { ...news(context), change }
  await queue(context, { kind: 'second_factor_changed', payload, ...to(user) }, within)
}

/** Queues the mail about an attempt to create another account with the same address. */
export async function mailAccountExists(context: NewsContext, email: string): Promise<void> {
  await queue(context, { kind: 'account_exists', payload: news(context), recipient: email })
}

/**
 * Queues the mail about the deleted account, in the transaction that deletes it: the last mail to its
 * address.
 */
export async function mailAccountDeleted(
  context: NewsContext,
  { email, role }: { email: string; role: Role },
  tx: Queryable,
): Promise<void> {
  const payload = { ...now(context), role, signUpUrl: `${context.config.publicUrl}/login?create` }
  await queue(context, { kind: 'account_deleted', payload, recipient: email }, { tx })
}
