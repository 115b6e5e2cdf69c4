import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Journal } from '../journal.ts'
import type { SocialProvider } from './social-modes.ts'
import type { CodeRecord, SocialRecords, TokenRecord } from './social-records.ts'

const CODE_MS = 60_000
const TOKEN_MS = 3_600_000

/** Expired codes are removed when the next one is issued. */
export function issueCode(
  journal: Journal<SocialRecords>,
  prefix: string,
  given: Omit<CodeRecord, 'code' | 'issuedAt' | 'used'>,
): string {
  const now = Date.now()
  const code = prefix + randomBytes(32).toString('base64url')
  journal.transaction((records) => {
    // Twice the lifetime, so that a used or expired code is told apart from an unknown one.
    for (
      let old = records.oldest('code');
      old && old.issuedAt + 2 * CODE_MS < now;
      old = records.oldest('code')
    ) {
      records.remove('code', old.code)
    }
    records.put('code', code, { ...given, code, issuedAt: now, used: false })
  })
  return code
}

export type TakenCode =
  | { state: 'unknown' }
  | { state: 'used' }
  | { state: 'expired' }
  | { state: 'good'; record: CodeRecord }

/** Marks the code as used, even when the request then proves to be wrong. */
export function takeCode(
  journal: Journal<SocialRecords>,
  provider: SocialProvider,
  code: string | null,
): TakenCode {
  return journal.transaction((records) => {
    const record = code === null ? undefined : records.get('code', code)
    if (code === null || record?.provider !== provider) return { state: 'unknown' }
    if (record.used) return { state: 'used' }
    if (record.issuedAt + CODE_MS < Date.now()) return { state: 'expired' }
    records.put('code', code, { ...record, used: true })
    return { state: 'good', record }
  })
}

/** RFC 7636 with S256; a code issued without a challenge needs no verifier. */
export function matchesChallenge(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return true
  if (verifier === null) return false
  return isSame(createHash('sha256').update(verifier).digest('base64url'), challenge)
}

export function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

export function issueToken(
  journal: Journal<SocialRecords>,
  prefix: string,
  { provider, person, scopes }: CodeRecord,
): string {
  const now = Date.now()
  const token = prefix + randomBytes(48).toString('base64url')
  journal.transaction((records) => {
    for (let old = records.oldest('token'); old && old.expiresAt < now; old = records.oldest('token')) {
      records.remove('token', old.token)
    }
    records.put('token', token, { token, provider, person, scopes, expiresAt: now + TOKEN_MS })
  })
  return token
}

export function findToken(
  journal: Journal<SocialRecords>,
  provider: SocialProvider,
  token: string | null,
): TokenRecord | undefined {
  const record = token === null ? undefined : journal.get('token', token)
  return record?.provider === provider && record.expiresAt > Date.now() ? record : undefined
}
