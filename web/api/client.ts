import type * as z from 'zod/mini'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { accountHeader, routes, type EndpointName } from '../../contract/routes.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'
import { pageAccount } from './page-account.ts'
import { notifySessionRefused } from './session-refused.ts'
import { tryAgainAt } from './try-again-at.ts'

type Shape<Name extends EndpointName, Part extends string> =
  Endpoints[Name] extends Record<Part, infer Schema extends z.core.$ZodType> ? z.input<Schema> : undefined

/** Input of one call: only the parts that its endpoint has. */
export type CallInput<Name extends EndpointName> = {
  [
    Part in 'params' | 'query' | 'headers' | 'body' as Shape<Name, Part> extends undefined ? never : Part
  ]: Shape<Name, Part>
} & {
  signal?: AbortSignal
  /** Id of the account that began a flow with several calls; the page's account when left out. */
  account?: string
}

export type CallReply<Name extends EndpointName> = z.output<Endpoints[Name]['reply']>

/** A failed call. `message` is a sentence for the user; `code` is the reason when the server refused. */
export class CallError extends Error {
  /** HTTP status; 0 without a reply. */
  readonly status: number
  readonly code: RefusalCode | null
  /** Path of the invalid input field, e.g. 'vehicleInfo.vin'. */
  readonly field: string | null

  constructor(message: string, status: number, code: RefusalCode | null = null, field: string | null = null) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.field = field
  }

  /** Whether the server may have completed the request. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

export const offlineSentence = 'No connection. Please check your network and try again.'

function addressOf(
  path: string,
  params: Record<string, string>,
  query: Record<string, string | number | undefined>,
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs).toString()}` : filled
}

export async function failureOf(response: Response): Promise<CallError> {
  const code = response.headers.get('x-refusal')
  const field = response.headers.get('x-refusal-field')
  const body: unknown = await response.json().catch(() => null)
  const sentence =
    typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
      ? body.error
      : `${response.status}: ${response.statusText}`
  const waitSeconds = Number(response.headers.get('retry-after'))
  // Every limit says until when, wherever its refusal is shown.
  const message =
    response.status === 429 && waitSeconds > 0 ? `${sentence} ${tryAgainAt(waitSeconds)}` : sentence
  return new CallError(message, response.status, code as RefusalCode | null, field)
}

/** The failure of a call. A refused session is reported to the page. */
export function toCallError(error: unknown): CallError {
  if (!(error instanceof CallError)) return new CallError(offlineSentence, 0)
  if (error.code === 'not_signed_in' || error.code === 'other_account') notifySessionRefused()
  return error
}

type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal
  account?: string
}

/**
 * Calls an endpoint of the contract by name, in 20 seconds at most. Throws only `CallError`, or the abort
 * error of an aborted signal.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallReply<Name>> {
  return (await callWithHeaders(name, input)).reply
}

/** As `call`, for an endpoint with part of its reply in headers. */
export async function callWithHeaders<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
): Promise<{ reply: CallReply<Name>; headers: Headers }> {
  const [method, path, access] = routes[name]
  const { params = {}, query = {}, headers = {}, body, signal, account = pageAccount() } = input as AnyInput
  // A public read is sent without headers or mode of ours: only then does it match the document's preload and
  // reuse its response.
  const sent = new Headers()
  for (const [header, value] of Object.entries(headers)) if (value !== undefined) sent.set(header, value)
  if (access !== 'anyone' && access !== 'signed-out' && account !== null) sent.set(accountHeader, account)
  if (body !== undefined) sent.set('content-type', 'application/json')
  const init = {
    method,
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
  try {
    return await fetchWithTimeout(addressOf(path, params, query), init, async (response) => {
      if (!response.ok) throw await failureOf(response)
      return { reply: (await response.json()) as CallReply<Name>, headers: response.headers }
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw toCallError(error)
  }
}
