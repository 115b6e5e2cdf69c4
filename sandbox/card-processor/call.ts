import { randomInt } from 'node:crypto'
import type { Transaction } from '../journal.ts'
import type { Parameters } from './parameters.ts'
import { ProcessorError } from './processor-error.ts'
import type { ProcessorRecords } from './records.ts'

export const API_VERSION = '2026-10-28.endive'

/** One request in progress. It runs to its end in one journal transaction, so calls never interleave. */
export interface Call {
  records: Transaction<ProcessorRecords>
  parameters: Parameters
  /** The ids in the path, in order. */
  ids: string[]
  /** Seconds since 1970 on the sandbox clock. */
  now: number
  /** Sent with a publishable key, that is, by a browser. */
  publishable: boolean
  requestId: string
  idempotencyKey: string | null
  /** Address of the sandbox for browsers. */
  sandboxUrl: string
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomText(length: number): string {
  let text = ''
  for (let at = 0; at < length; at += 1) text += LETTERS[randomInt(LETTERS.length)]
  return text
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}

export function stripSandbox(record: object): Record<string, unknown> {
  const { sandbox: _ours, ...wire } = record as Record<string, unknown>
  return wire
}

export function requireSecretKey(call: Call): void {
  if (!call.publishable) return
  throw new ProcessorError(
    401,
    'invalid_request_error',
    'This API call cannot be made with a publishable API key. Please use a secret API key. ' +
      'You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    { code: 'secret_key_required' },
  )
}
