import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { brandName } from '../../../contract/brand.ts'
import type { Context } from '../../context.ts'

/** better-auth's path for the assertion of a passkey sign-in; its session belongs to the passkey. */
const signInPath = '/passkey/verify-authentication'

/** Throws our own refusal in better-auth's format; `./passkey-refusals.ts` reads it. */
function rejectWith(code: 'NOT_VERIFIED' | 'ALREADY_REGISTERED' | 'USER_DISABLED'): never {
  throw new APIError('BAD_REQUEST', { code })
}

async function findPasskey({ database }: Context, credentialId: string) {
  return database.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'users.disabled_at'])
    .where('passkeys.credential_id', '=', credentialId)
    .executeTakeFirst()
}

/**
 * better-auth's passkeys over our tables, for this installation's origin only and with user verification
 * required.
 */
export function passkeyPlugins(context: Context) {
  const { hostname, origin } = new URL(context.config.publicUrl)
  const plugin = passkey({
    rpID: hostname,
    rpName: brandName,
    origin,
    // Discoverable credentials: no address is typed, so the device must know the account.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: async ({ verification }) => {
        const { registrationInfo } = verification
        // better-auth itself accepts a registration without user verification.
        if (!registrationInfo?.userVerified) return rejectWith('NOT_VERIFIED')
        if (await findPasskey(context, registrationInfo.credential.id))
          return rejectWith('ALREADY_REGISTERED')
      },
    },
    authentication: {
      afterVerification: async ({ verification, clientData }) => {
        if (!verification.authenticationInfo.userVerified) return rejectWith('NOT_VERIFIED')
        const found = await findPasskey(context, clientData.id)
        if (found?.disabled_at) return rejectWith('USER_DISABLED')
      },
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
  return [plugin] as const
}

type SignIn = { path?: string; body?: { response?: { id?: unknown } } }

/** Stores the passkey's id in a session that it opened; other sessions stay as they are. */
export async function markPasskeySession(
  context: Context,
  call: SignIn | null,
): Promise<{ data: { passkeyId: string } } | undefined> {
  const credentialId = call?.body?.response?.id
  if (call?.path !== signInPath || typeof credentialId !== 'string') return undefined
  const found = await findPasskey(context, credentialId)
  // If the passkey was removed meanwhile, its session would stay without a passkey, so it is refused.
  return found ? { data: { passkeyId: found.id } } : rejectWith('NOT_VERIFIED')
}
