import type { Journal } from '../journal.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'
import { OPENER_POLICIES, SOCIAL_MODES, SOCIAL_PROVIDERS } from './social-modes.ts'
import type { SocialSwitch } from './social-modes.ts'
import type { SocialRecords } from './social-records.ts'

const LONGEST_DELAY_MS = 60_000
const USUAL: SocialSwitch = {
  google: { mode: 'normal', openerPolicy: 'report-only', delayMs: 10_000 },
  facebook: { mode: 'normal', openerPolicy: 'none', delayMs: 10_000 },
}

export function currentSocial(journal: Journal<SocialRecords>): SocialSwitch {
  return journal.get('switch', 'switch') ?? USUAL
}

/**
 * Parses `{provider, mode?, openerPolicy?, delayMs?}`; missing fields stay, anything else is refused with a
 * sentence.
 */
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
