import type { Journal } from '../journal.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'
import type { ProcessorRecords, WalletSwitches } from './records.ts'

export const WALLET_MODES = ['normal', 'load_error', 'silent'] as const

const BOTH: WalletSwitches = { applePay: true, googlePay: true, mode: 'normal' }

export function currentWallets(journal: Journal<ProcessorRecords>): WalletSwitches {
  return journal.get('wallets', 'wallets') ?? BOTH
}

/** Parses `{applePay?, googlePay?, mode?}`; missing fields stay, anything else is refused with a sentence. */
export function parseWalletSwitches(before: WalletSwitches, fields: Fields): WalletSwitches | string {
  const unknown = unknownField(fields, ['applePay', 'googlePay', 'mode'])
  if (unknown !== undefined) return unknown
  if (Object.keys(fields).length === 0) return 'Give applePay, googlePay or mode'
  const { applePay = before.applePay, googlePay = before.googlePay, mode = before.mode } = fields
  if (typeof applePay !== 'boolean') return 'applePay must be true or false'
  if (typeof googlePay !== 'boolean') return 'googlePay must be true or false'
  const known = WALLET_MODES.find((one) => one === mode)
  if (!known) return `mode must be one of ${WALLET_MODES.join(', ')}`
  return { applePay, googlePay, mode: known }
}

export function setWallets(journal: Journal<ProcessorRecords>, switches: WalletSwitches): void {
  journal.transaction((records) => records.put('wallets', 'wallets', switches))
}
