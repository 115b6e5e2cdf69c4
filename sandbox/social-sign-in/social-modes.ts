export const SOCIAL_PROVIDERS = ['google', 'facebook'] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

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

/** Modes of each provider; README.md describes them. */
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
  /** The delay of `slow` before each answer. */
  delayMs: number
}

export type SocialSwitch = Record<SocialProvider, ProviderSwitch>
