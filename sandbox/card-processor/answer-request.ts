import { setTimeout as delay } from 'node:timers/promises'
import type { SandboxClock } from '../clock.ts'
import type { Journal, Transaction } from '../journal.ts'
import { requireApiKey } from './api-keys.ts'
import type { ApiKey } from './api-keys.ts'
import { newId } from './call.ts'
import type { Call } from './call.ts'
import { findEndpoint } from './endpoints.ts'
import type { Endpoint } from './endpoints.ts'
import { expandAnswer } from './expansion.ts'
import { nextFault } from './faults.ts'
import { parseForm } from './form-body.ts'
import type { Form } from './form-body.ts'
import { findStoredAnswer, keyedRequest, keyInUse, storeAnswer } from './idempotency.ts'
import type { KeyedRequest } from './idempotency.ts'
import { falsifyAnswer } from './falsify-answer.ts'
import { Parameters } from './parameters.ts'
import { invalidRequest, isParameterError, ProcessorError } from './processor-error.ts'
import { publicIntent } from './public-intent.ts'
import type { FaultMode, ProcessorRecords } from './records.ts'

export interface ApiRequest {
  method: string
  /** Path below /v1, without the query. */
  path: string
  query: string
  body: string
  authorization: string | undefined
  /** The origin of a page that sends the request. */
  origin: string | undefined
  idempotencyKey: string | undefined
}

export interface ApiAnswer {
  status: number
  body: string
  headers: Record<string, string>
  /**
   * How the answer is sent after the work was done. `never`: the caller waits for ever. `drop`: the
   * connection is cut. `cut`: the connection is cut in the middle of the answer. `drip`: one byte at a time,
   * and never the last one.
   */
  send: 'send' | 'never' | 'drop' | 'cut' | 'drip'
}

export interface CardProcessor {
  journal: Journal<ProcessorRecords>
  clock: SandboxClock
  sandboxUrl: string
  /** Idempotency keys of requests in flight. */
  keysInUse: Set<string>
}

interface Work {
  endpoint: Endpoint
  ids: string[]
  form: Form
  key: ApiKey
  keyed: KeyedRequest | undefined
  requestId: string
  idempotencyKey: string | null
}

/** Answers one request to the card API, with its injected fault. */
export async function answerRequest(processor: CardProcessor, request: ApiRequest): Promise<ApiAnswer> {
  const requestId = newId('req').slice(0, 18)
  const headers: Record<string, string> = { 'request-id': requestId }
  if (request.idempotencyKey) headers['idempotency-key'] = request.idempotencyKey
  try {
    const work = readRequest(request, requestId)
    return await answerWork(processor, work, headers)
  } catch (error) {
    return { ...answerOfError(error), headers, send: 'send' }
  }
}

const sendings: Partial<Record<FaultMode, ApiAnswer['send']>> = {
  timeout: 'never',
  drop_answer: 'drop',
  cut_off: 'cut',
  drip: 'drip',
}

async function answerWork(
  processor: CardProcessor,
  work: Work,
  headers: Record<string, string>,
): Promise<ApiAnswer> {
  const { keyed } = work
  refuseKeyInUse(processor, keyed)
  const fault = nextFault(processor.journal, work.endpoint.method)
  if (fault.mode === 'late') {
    await delay(fault.delayMs)
    refuseKeyInUse(processor, keyed)
  }
  if (fault.mode === 'error_before') throw unknownError()
  if (fault.mode === 'rate_limit') {
    throw new ProcessorError(429, 'rate_limit_error', 'Request rate limit exceeded.', { code: 'rate_limit' })
  }
  if (keyed) processor.keysInUse.add(keyed.id)
  try {
    if (fault.mode === 'slow') await delay(fault.delayMs)
    const { replayed, ...answer } = perform(processor, work, fault.mode === 'error_after')
    if (replayed) headers['idempotent-replayed'] = 'true'
    // Stripe keeps a 500 under its idempotency key, so a retry by the client library would only replay it.
    if (answer.status >= 500 && keyed) headers['stripe-should-retry'] = 'false'
    const body = answer.status === 200 ? falsifyAnswer(processor.journal, answer.body, fault) : answer.body
    return { ...answer, body, headers, send: sendings[fault.mode] ?? 'send' }
  } finally {
    if (keyed) processor.keysInUse.delete(keyed.id)
  }
}

function refuseKeyInUse({ keysInUse }: CardProcessor, keyed: KeyedRequest | undefined): void {
  if (keyed && keysInUse.has(keyed.id)) throw keyInUse()
}

function readRequest(request: ApiRequest, requestId: string): Work {
  const key = requireApiKey(request.authorization)
  // Every test key is accepted, so any page that a developer opens would read the customers with one.
  if (!key.publishable && request.origin !== undefined)
    throw new ProcessorError(403, 'invalid_request_error', 'The sandbox takes secret keys from servers only.')
  const found = findEndpoint(request.method, request.path)
  if (!found) {
    throw new ProcessorError(
      404,
      'invalid_request_error',
      `Unrecognized request URL (${request.method}: /v1/${request.path}). The sandbox imitates only a part of Stripe's ` +
        'API; see sandbox/README.md.',
    )
  }
  const form = parseForm([request.query, request.body].filter((part) => part !== '').join('&'))
  new Parameters(form).refuseUnknown(found.endpoint.parameters)
  const { idempotencyKey } = request
  const keyed =
    idempotencyKey && request.method === 'POST'
      ? keyedRequest(key.value, idempotencyKey, request.method, request.path, request.body)
      : undefined
  return { ...found, form, key, keyed, requestId, idempotencyKey: idempotencyKey ?? null }
}

/**
 * Does the work and stores the answer under its key in one transaction, so that a crash leaves both or
 * neither.
 */
function perform(
  processor: CardProcessor,
  work: Work,
  failAfter: boolean,
): { status: number; body: string; replayed: boolean } {
  const now = Math.floor(processor.clock.now() / 1000)
  return processor.journal.transaction((records) => {
    const stored = work.keyed && findStoredAnswer(records, work.keyed, now)
    if (stored) return { status: stored.status, body: stored.body, replayed: true }
    const { answer, keep } = execute(processor, work, records, now)
    const told = failAfter ? answerOfError(unknownError()) : answer
    if (work.keyed && keep) storeAnswer(records, work.keyed, told, now)
    return { ...told, replayed: false }
  })
}

function execute(
  processor: CardProcessor,
  work: Work,
  records: Transaction<ProcessorRecords>,
  now: number,
): { answer: { status: number; body: string }; keep: boolean } {
  const parameters = new Parameters(work.form)
  const call: Call = {
    records,
    parameters,
    ids: work.ids,
    now,
    publishable: work.key.publishable,
    requestId: work.requestId,
    idempotencyKey: work.idempotencyKey,
    sandboxUrl: processor.sandboxUrl,
  }
  try {
    const answer = expandAnswer(records, work.endpoint.run(call), parameters.texts('expand') ?? [])
    const shown = work.key.publishable ? publicIntent(answer) : answer
    return { answer: { status: 200, body: JSON.stringify(shown) }, keep: true }
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    // A declined card is recorded in the payment; every other error rolls the transaction back.
    if (error.type !== 'card_error') records.discard()
    return { answer: answerOfError(error), keep: !isParameterError(error) }
  }
}

function unknownError(): ProcessorError {
  return new ProcessorError(500, 'api_error', 'An unknown error occurred')
}

function answerOfError(error: unknown): { status: number; body: string } {
  if (error instanceof URIError) return answerOfError(invalidRequest('The URL could not be read.'))
  if (!(error instanceof ProcessorError)) throw error
  return { status: error.status, body: JSON.stringify(error.body()) }
}
