import { dictionary } from '@zxcvbn-ts/language-common'
import { brandName } from '../../../contract/brand.ts'
import { modelsByMake } from '../../../contract/catalog/makes.ts'
import { minPasswordLength } from '../../../contract/identity/password-policy.ts'

/**
 * Words visible in the product, which an attacker guesses first. Refused as a password alone or with digits
 * and signs; allowed beside other words.
 */
const productWords: ReadonlySet<string> = new Set(
  [
    [brandName.toLowerCase(), 'carplay', 'applecarplay', 'androidauto', 'infotainment', 'retrofit'],
    ['smartconnect', 'smartconnectessential', 'smartconnectpremium', 'ultraconnect', 'ultraconnectpro'],
    ['installation', 'appointment', 'customer', 'autoshop', 'administrator', 'admin', 'password'],
    Object.keys(modelsByMake).map((make) => make.toLowerCase()),
  ].flat(),
)

let common: ReadonlySet<string> | undefined

/** Whether the lower-case password is a common one of those that satisfy the minimum length. */
export function isCommonPassword(lowerCase: string): boolean {
  common ??= new Set(
    (dictionary['passwords-common'] as readonly string[])
      .map((password) => password.toLowerCase())
      .filter((password) => password.length >= minPasswordLength),
  )
  if (productWords.has(lowerCase.replaceAll(/[\s\d\p{P}\p{S}]/gu, ''))) return true
  // Repeated patterns and keyboard rows are as common as any listed password.
  return common.has(lowerCase) || /^(.{1,3})\1{3,}.{0,2}$/.test(lowerCase)
}
