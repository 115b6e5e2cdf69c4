import { dictionary } from '@zxcvbn-ts/language-common'
import { minPasswordLength } from '../../contract/identity/password-policy.ts'

let common: ReadonlySet<string> | undefined

/** Whether the lower-case password is among the common ones that are long enough to be chosen at all. */
export function isCommonPassword(lowerCase: string): boolean {
  common ??= new Set(
    (dictionary['passwords-common'] as readonly string[])
      .map((password) => password.toLowerCase())
      .filter((password) => password.length >= minPasswordLength),
  )
  // One thing typed over and over, or the keys in a row, is as common as any listed one.
  return common.has(lowerCase) || /^(.{1,3})\1{3,}.{0,2}$/.test(lowerCase)
}
