import { dictionary } from '@zxcvbn-ts/language-common'
import { brandName } from '../../../contract/brand.ts'
import { modelsByMake } from '../../../contract/catalog/makes.ts'
import { minPasswordLength } from '../../../contract/identity/password-policy.ts'

/**
 * Words that stand in plain sight here: whoever guesses begins with them. Each alone, with whatever figures and signs, is no password;
 * beside other words it may be part of one.
 */
const wordsInSight: ReadonlySet<string> = new Set(
  [
    [brandName.toLowerCase(), 'carplay', 'applecarplay', 'androidauto', 'infotainment', 'retrofit'],
    ['smartconnect', 'smartconnectessential', 'smartconnectpremium', 'ultraconnect', 'ultraconnectpro'],
    ['installation', 'appointment', 'customer', 'autoshop', 'administrator', 'admin', 'password'],
    Object.keys(modelsByMake).map((make) => make.toLowerCase()),
  ].flat(),
)

let common: ReadonlySet<string> | undefined

/** Whether the lower-case password is among the common ones that are long enough to be chosen at all. */
export function isCommonPassword(lowerCase: string): boolean {
  common ??= new Set(
    (dictionary['passwords-common'] as readonly string[])
      .map((password) => password.toLowerCase())
      .filter((password) => password.length >= minPasswordLength),
  )
  if (wordsInSight.has(lowerCase.replaceAll(/[\s\d\p{P}\p{S}]/gu, ''))) return true
  // One thing typed over and over, or the keys in a row, is as common as any listed one.
  return common.has(lowerCase) || /^(.{1,3})\1{3,}.{0,2}$/.test(lowerCase)
}
