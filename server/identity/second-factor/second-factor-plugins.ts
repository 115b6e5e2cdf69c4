import { twoFactor } from 'better-auth/plugins/two-factor'
import { brandName } from '../../../contract/brand.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { challengePlugin } from './second-factor-challenge.ts'

/** Social sign-ins by redirect and by ID token, which better-auth's own hook leaves out. */
const socialPaths = ['/callback/:id', '/sign-in/social']

/** better-auth's second factor over our tables: every sign-in method requires the code. */
export function secondFactorPlugins() {
  const plugin = twoFactor({
    issuer: brandName,
    allowPasswordless: true,
    backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
    // A lockout would let an attacker with the password lock the owner out; `./finish-second-factor.ts`
    // counts attempts instead.
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
