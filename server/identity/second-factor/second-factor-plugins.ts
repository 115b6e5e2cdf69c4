import { twoFactor } from 'better-auth/plugins/two-factor'
import { brandName } from '../../../contract/brand.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { challengePlugin } from './second-factor-challenge.ts'

/** The ways in that the library's own hook leaves out: the social ones, by redirect and by ID token. */
const socialPaths = ['/callback/:id', '/sign-in/social']

/** The identity library's second factor over our tables: every way in asks for the code. */
export function secondFactorPlugins() {
  const plugin = twoFactor({
    issuer: brandName,
    allowPasswordless: true,
    backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
    // It would let whoever knows the password shut the owner out; `./finish-second-factor.ts` counts the tries.
    accountLockout: { enabled: false },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (call: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(call) || socialPaths.includes(call.path ?? ''),
  }))
  return [{ ...plugin, hooks: { after } }, challengePlugin] as const
}
