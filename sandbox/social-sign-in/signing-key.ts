import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { randomBytes } from 'node:crypto'
import type { Journal } from '../journal.ts'
import type { SocialRecords } from './social-records.ts'

export const ALGORITHMS = ['RS256', 'HS256', 'none'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

interface SigningKey {
  kid: string
  privateKey: string
}

/** Generated on first use and kept in the journal, so that tokens stay valid over a restart. */
function signingKey(journal: Journal<SocialRecords>): SigningKey {
  const kept = journal.get('key', 'key')
  if (kept) return kept
  const made = { kid: randomBytes(20).toString('hex'), privateKey: newPrivateKey() }
  journal.transaction((records) => records.put('key', 'key', made))
  return made
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The public key as a JSON Web Key Set. */
export function publicKeys(journal: Journal<SocialRecords>): { keys: JsonWebKey[] } {
  const { kid, privateKey } = signingKey(journal)
  const key = createPublicKey(privateKey).export({ format: 'jwk' })
  return { keys: [{ ...key, kid, alg: 'RS256', use: 'sig' }] }
}

/**
 * A signed JSON Web Token. `foreignKey` signs with an unknown key under the known `kid`. HS256 signs with the
 * public key as the secret: the attack on verifiers that take the algorithm from the token.
 */
export function signToken(
  journal: Journal<SocialRecords>,
  claims: object,
  { algorithm = 'RS256', foreignKey = false }: { algorithm?: Algorithm; foreignKey?: boolean } = {},
): string {
  const { kid, privateKey } = signingKey(journal)
  const text = [{ alg: algorithm, kid, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  switch (algorithm) {
    case 'none':
      return `${text}.`
    case 'HS256': {
      const secret = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    case 'RS256': {
      const key = createPrivateKey(foreignKey ? newPrivateKey() : privateKey)
      return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
    }
  }
}
