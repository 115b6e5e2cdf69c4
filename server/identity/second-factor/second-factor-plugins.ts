import { twoFactor } from 'better-auth/plugins/two-factor'
import { brandName } from '../../../contract/brand.ts'
import { codeSignInPath } from '../email-codes/code-plugin.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { challengePlugin } from './second-factor-challenge.ts'

/** Sign-ins that better-auth's own hook leaves out: social ones by redirect and by ID token, mailed codes. */
const otherPaths = ['/callback/:id', '/sign-in/social', codeSignInPath]

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
      hook.matcher(call) || otherPaths.includes(call.path ?? ''),
  }))
  return [{ ...plugin, hooks: { after } }, challengePlugin] as const
}
