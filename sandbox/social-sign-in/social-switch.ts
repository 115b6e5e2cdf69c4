import type { Journal } from '../journal.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'
import { SOCIAL_PROVIDERS } from './social-records.ts'
import type { SocialProvider, SocialRecords } from './social-records.ts'

const COMMON = [
  'normal',
  'down',
  'exchange_down',
  'slow',
  'error_page',
  'not_enabled',
  'server_error',
] as const
const GOOGLE_TOKENS = ['wrong_signature', 'wrong_audience', 'wrong_issuer', 'wrong_nonce', 'expired'] as const

/** What each provider can be like; the README says what each means. */
export const SOCIAL_MODES = {
  google: [...COMMON, 'disabled_client', 'keys_down', ...GOOGLE_TOKENS],
  facebook: [...COMMON, 'domain_not_configured', 'exchange_domain_not_configured', 'not_whitelisted'],
} as const

export type SocialMode = (typeof SOCIAL_MODES)[SocialProvider][number]

/** The Cross-Origin-Opener-Policy of the provider's pages. */
export const OPENER_POLICIES = ['none', 'report-only', 'same-origin', 'same-origin-allow-popups'] as const

export interface ProviderSwitch {
  mode: SocialMode
  openerPolicy: (typeof OPENER_POLICIES)[number]
  /** How long `slow` waits before each answer. */
  delayMs: number
}

export type SocialSwitch = Record<SocialProvider, ProviderSwitch>

const LONGEST_DELAY_MS = 60_000
const USUAL: SocialSwitch = {
  google: { mode: 'normal', openerPolicy: 'report-only', delayMs: 10_000 },
  facebook: { mode: 'normal', openerPolicy: 'none', delayMs: 10_000 },
}

export function currentSocial(journal: Journal<SocialRecords>): SocialSwitch {
  return journal.get('switch', 'switch') ?? USUAL
}

/** Reads `{provider, mode?, openerPolicy?, delayMs?}`: what is left out stays. Anything else is refused with a sentence. */
export function parseSocialSwitch(fields: Fields, current: SocialSwitch): SocialSwitch | string {
  const unknown = unknownField(fields, ['provider', 'mode', 'openerPolicy', 'delayMs'])
  if (unknown !== undefined) return unknown
  const provider = SOCIAL_PROVIDERS.find((known) => known === fields['provider'])
  if (!provider) return `provider must be one of ${SOCIAL_PROVIDERS.join(', ')}`
  const given = { ...current[provider], ...fields }
  const mode = SOCIAL_MODES[provider].find((known) => known === given.mode)
  if (!mode) return `mode of ${provider} must be one of ${SOCIAL_MODES[provider].join(', ')}`
  const openerPolicy = OPENER_POLICIES.find((known) => known === given.openerPolicy)
  if (!openerPolicy) return `openerPolicy must be one of ${OPENER_POLICIES.join(', ')}`
  const delayMs: unknown = given.delayMs
  if (typeof delayMs !== 'number' || !(delayMs >= 0 && delayMs <= LONGEST_DELAY_MS)) {
    return `delayMs must be from 0 to ${LONGEST_DELAY_MS}`
  }
  return { ...current, [provider]: { mode, openerPolicy, delayMs } }
}

export function setSocial(journal: Journal<SocialRecords>, given: SocialSwitch): void {
  journal.transaction((records) => records.put('switch', 'switch', given))
}
