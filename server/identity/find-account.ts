import type { Account } from '../../contract/identity/account.ts'
import { socialProviders, type SocialProvider } from '../../contract/identity/social-sign-in.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Device } from './sessions/device.ts'
import { findUser } from './sessions/find-signed-in.ts'
import { identityProvider } from './identity-provider.ts'
import { readSession } from './sessions/read-session.ts'

function isSocialProvider(provider: string): provider is SocialProvider {
  return (socialProviders as readonly string[]).includes(provider)
}

/** The id of the device's session; null without one. */
export async function findSessionId(context: Context, device: Device): Promise<string | null> {
  const session = await readSession(context, device.cookies)
  return session?.sessionId ?? null
}

/** The actor's own account as stored now, with the device's session marked as present. */
export async function findAccount(context: Context, actor: User, device: Device): Promise<Account> {
  const { db } = context.database
  const presentId = await findSessionId(context, device)
  const { created_at: createdAt } = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const signIns = await db
    .selectFrom('accounts')
    .select(['provider_id', 'created_at'])
    .select((row) => row('password', 'is not', null).as('has_password'))
    .where('user_id', '=', actor.id)
    .orderBy('created_at')
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'updated_at', 'ip_address', 'user_agent', 'passkey_id'])
    .where('user_id', '=', actor.id)
    .where('expires_at', '>', new Date())
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', actor.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const present = sessions.find(({ id }) => id === presentId)
  const user = await findUser(context, actor.id, present?.passkey_id != null)
  return {
    user,
    createdAt: createdAt.toISOString(),
    hasPassword: signIns.some((row) => row.provider_id === 'credential' && row.has_password),
    linkedSignIns: signIns.flatMap(({ provider_id: provider, created_at: linkedAt }) =>
      isSocialProvider(provider) ? [{ provider, linkedAt: linkedAt.toISOString() }] : [],
    ),
    passkeys: passkeys.map(({ id, name, created_at: added }) => ({
      id,
      name,
      createdAt: added.toISOString(),
    })),
    recoveryCodesLeft: user.secondFactor ? await countRecoveryCodes(context, user.id) : 0,
    sessions: sessions.map((row) => ({
      id: row.id,
      present: row.id === presentId,
      signedInAt: row.created_at.toISOString(),
      lastUsedAt: row.updated_at.toISOString(),
      // better-auth stores an empty text for an unknown address.
      address: row.ip_address || null,
      userAgent: row.user_agent || null,
    })),
  }
}

async function countRecoveryCodes(context: Context, userId: string): Promise<number> {
  const { backupCodes } = await identityProvider(context).api.viewBackupCodes({ body: { userId } })
  return backupCodes.length
}
