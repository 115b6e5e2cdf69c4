import type { Person } from './people.ts'
import type { SocialProvider, SocialSwitch } from './social-modes.ts'

/**
 * The grant behind an authorization code. Codes expire in real time, because the product's check of tokens
 * uses real time too.
 */
export interface CodeRecord {
  code: string
  provider: SocialProvider
  person: Person
  redirectUri: string
  scopes: string[]
  nonce: string | null
  codeChallenge: string | null
  issuedAt: number
  used: boolean
}

export interface TokenRecord {
  token: string
  provider: SocialProvider
  person: Person
  scopes: string[]
  expiresAt: number
}

export interface SocialRecords {
  code: CodeRecord
  token: TokenRecord
  key: { kid: string; privateKey: string }
  switch: SocialSwitch
}
