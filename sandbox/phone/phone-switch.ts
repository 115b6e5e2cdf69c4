import type { Journal } from '../journal.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'
import type { PhoneRecords, PhoneSwitch } from './records.ts'

export const PHONE_MODES = ['normal', 'hold', 'down', 'busy', 'silent'] as const
const OPT_OUTS = ['off', 'default', 'advanced'] as const

/** Delivery errors of the provider, with its own words (https://www.twilio.com/docs/api/errors). */
export const DELIVERY_ERRORS: Readonly<Record<number, string>> = {
  30003: 'Unreachable destination handset',
  30004: 'Message blocked',
  30005: 'Unknown destination handset',
  30006: 'Landline or unreachable carrier',
  30007: 'Message filtered',
}

const USUAL: PhoneSwitch = { mode: 'normal', optOut: 'off', failing: {} }

export function currentPhones(journal: Journal<PhoneRecords>): PhoneSwitch {
  return journal.get('switch', 'switch') ?? USUAL
}

/**
 * Parses `{mode?, optOut?, phone?, errorCode?}`; missing fields stay. `phone` with `errorCode` makes a phone
 * unreachable, and 0 lets it be reached again.
 */
export function parsePhoneSwitch(fields: Fields, present: PhoneSwitch): PhoneSwitch | string {
  const unknown = unknownField(fields, ['mode', 'optOut', 'phone', 'errorCode'])
  if (unknown !== undefined) return unknown
  const { mode: givenMode = present.mode, optOut: givenOptOut = present.optOut } = fields
  const mode = PHONE_MODES.find((known) => known === givenMode)
  if (!mode) return `mode must be one of ${PHONE_MODES.join(', ')}`
  const optOut = OPT_OUTS.find((known) => known === givenOptOut)
  if (!optOut) return `optOut must be one of ${OPT_OUTS.join(', ')}`
  const { phone: given } = fields
  if (given === undefined) return { ...present, mode, optOut }
  if (typeof given !== 'string' && typeof given !== 'number') return 'phone must be like +16265550199'
  // A number of a form may have been parsed without its plus.
  const phone = `+${String(given).replace(/^\+/, '')}`
  const errorCode = Number(fields['errorCode'])
  const { [phone]: _before, ...others } = present.failing
  if (errorCode === 0) return { mode, optOut, failing: others }
  if (!(errorCode in DELIVERY_ERRORS)) {
    return `errorCode must be 0 or one of ${Object.keys(DELIVERY_ERRORS).join(', ')}`
  }
  return { mode, optOut, failing: { ...others, [phone]: errorCode } }
}

export function setPhones(journal: Journal<PhoneRecords>, given: PhoneSwitch): void {
  journal.transaction((records) => records.put('switch', 'switch', given))
}
