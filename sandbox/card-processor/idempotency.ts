import { createHash } from 'node:crypto'
import type { Transaction } from '../journal.ts'
import { ProcessorError } from './processor-error.ts'
import type { ProcessorRecords } from './records.ts'

const KEPT_SECONDS = 24 * 3600

export interface KeyedRequest {
  /** The idempotency key within its API key. */
  id: string
  fingerprint: string
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Binds a key to its first request: another method, path or body under the same key is refused. */
export function keyedRequest(
  apiKey: string,
  key: string,
  method: string,
  path: string,
  body: string,
): KeyedRequest {
  if (key.length > 255) {
    throw new ProcessorError(400, 'idempotency_error', 'Idempotency keys can be up to 255 characters long.')
  }
  return { id: `${hash(apiKey).slice(0, 8)}:${key}`, fingerprint: hash(`${method} ${path}\n${body}`) }
}

export function findStoredAnswer(
  records: Transaction<ProcessorRecords>,
  request: KeyedRequest,
  now: number,
): { status: number; body: string } | undefined {
  const stored = records.get('idempotency', request.id)
  if (!stored) return undefined
  if (stored.expiresAt <= now) {
    records.remove('idempotency', request.id)
    return undefined
  }
  if (stored.fingerprint !== request.fingerprint) {
    throw new ProcessorError(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a ' +
        `key other than '${request.id.slice(9)}' if you meant to execute a different request.`,
    )
  }
  return stored
}

export function storeAnswer(
  records: Transaction<ProcessorRecords>,
  request: KeyedRequest,
  answer: { status: number; body: string },
  now: number,
): void {
  forgetOldKeys(records, now)
  records.put('idempotency', request.id, { ...request, ...answer, expiresAt: now + KEPT_SECONDS })
}

export function keyInUse(): ProcessorError {
  return new ProcessorError(
    409,
    'idempotency_error',
    'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, ' +
      'and the other request is still going through). Please try again later.',
    { code: 'idempotency_key_in_use' },
  )
}

/** Keys expire in the order of their first use, so each new key removes the expired ones before it. */
function forgetOldKeys(records: Transaction<ProcessorRecords>, now: number): void {
  for (let cleared = 0; cleared < 100; cleared += 1) {
    const oldest = records.oldest('idempotency')
    if (!oldest || oldest.expiresAt > now) return
    records.remove('idempotency', oldest.id)
  }
}
