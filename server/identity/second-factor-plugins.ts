import { twoFactor } from 'better-auth/plugins/two-factor'
import { brandName } from '../../contract/brand.ts'
import type { Context } from '../context.ts'

/** The identity library's second factor over our tables. */
export function secondFactorPlugins(_context: Context) {
  const plugin = twoFactor({
    issuer: brandName,
    allowPasswordless: true,
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
  return [plugin] as const
}
