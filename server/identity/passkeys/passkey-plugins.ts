import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { brandName } from '../../../contract/brand.ts'
import type { Context } from '../../context.ts'

/** Where the library checks a device's answer at a sign-in; the session of it is the passkey's. */
const signInPath = '/passkey/verify-authentication'

/** What our own rules object to, in the library's way of refusing; `./passkey-refusals.ts` reads it. */
function object(code: 'NOT_VERIFIED' | 'ALREADY_REGISTERED' | 'USER_DISABLED'): never {
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

/** The identity library's passkeys over our tables, for this installation's address alone and with the person verified by the device. */
export function passkeyPlugins(context: Context) {
  const { hostname, origin } = new URL(context.config.publicUrl)
  const plugin = passkey({
    rpID: hostname,
    rpName: brandName,
    origin,
    // Without an address typed the device has to know whose key it is.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: async ({ verification }) => {
        const { registrationInfo } = verification
        // The library itself takes a device that did not look who holds it.
        if (!registrationInfo?.userVerified) return object('NOT_VERIFIED')
        if (await findPasskey(context, registrationInfo.credential.id)) return object('ALREADY_REGISTERED')
      },
    },
    authentication: {
      afterVerification: async ({ verification, clientData }) => {
        if (!verification.authenticationInfo.userVerified) return object('NOT_VERIFIED')
        const found = await findPasskey(context, clientData.id)
        if (found?.disabled_at) return object('USER_DISABLED')
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

/** Marks a session that a passkey opens with that passkey; any other stays as it is. */
export async function markPasskeySession(
  context: Context,
  call: SignIn | null,
): Promise<{ data: { passkeyId: string } } | undefined> {
  const credentialId = call?.body?.response?.id
  if (call?.path !== signInPath || typeof credentialId !== 'string') return undefined
  const found = await findPasskey(context, credentialId)
  // Removed at this moment: without it the session would be of no passkey, and stay.
  return found ? { data: { passkeyId: found.id } } : object('NOT_VERIFIED')
}
