import { randomInt } from 'node:crypto'

/** Crockford's base 32, without i, l, o and u, which are misread on paper. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten fresh codes like '3f7kq-x9m2p', 50 bits each. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)])
    return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
  })
}

/**
 * Normalizes a typed recovery code: case, spaces and dashes do not matter, and o, i, l are read as digits.
 */
export function readRecoveryCode(typed: string): string {
  const letters = typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
