import type * as z from 'zod/mini'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { routes, type EndpointName } from '../../contract/routes.ts'
import { tellSignedOut } from './signed-out.ts'
import { watchedFetch } from './watched-fetch.ts'

type Shape<Name extends EndpointName, Part extends string> =
  Endpoints[Name] extends Record<Part, infer Schema extends z.core.$ZodType> ? z.input<Schema> : undefined

/** What one call takes: only the parts that its endpoint has. */
export type CallInput<Name extends EndpointName> = {
  [
    Part in 'params' | 'query' | 'headers' | 'body' as Shape<Name, Part> extends undefined ? never : Part
  ]: Shape<Name, Part>
} & { signal?: AbortSignal }

export type CallReply<Name extends EndpointName> = z.output<Endpoints[Name]['reply']>

/** A call that did not succeed. `message` is a sentence for the person; `code` says why when the server refused. */
export class CallError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: RefusalCode | null
  /** Path of the input field that caused it, e.g. 'vehicleInfo.vin'. */
  readonly field: string | null

  constructor(message: string, status: number, code: RefusalCode | null = null, field: string | null = null) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.field = field
  }

  /** Whether it is unknown if the server did what was asked. */
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

async function failureOf(response: Response): Promise<CallError> {
  const code = response.headers.get('x-refusal')
  const field = response.headers.get('x-refusal-field')
  const body: unknown = await response.json().catch(() => null)
  const sentence =
    typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
      ? body.error
      : `${response.status}: ${response.statusText}`
  return new CallError(sentence, response.status, code as RefusalCode | null, field)
}

type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal
}

/** Calls an endpoint of the contract by name. Throws `CallError` and nothing else, but for an aborted signal. */
export async function call<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallReply<Name>> {
  return (await callWithHeaders(name, input)).reply
}

/** As `call`, for an endpoint that says a part of its answer in headers. */
export async function callWithHeaders<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
): Promise<{ reply: CallReply<Name>; headers: Headers }> {
  const [method, path] = routes[name]
  const { params = {}, query = {}, headers = {}, body, signal } = input as AnyInput
  // What only reads is sent plain, without any header or mode of ours: then it is the one that the document may have asked for already.
  const sent = new Headers()
  for (const [header, value] of Object.entries(headers)) if (value !== undefined) sent.set(header, value)
  if (body !== undefined) sent.set('content-type', 'application/json')
  let response: Response
  try {
    response = await watchedFetch(addressOf(path, params, query), {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(offlineSentence, 0)
  }
  if (!response.ok) {
    const failure = await failureOf(response)
    if (failure.code === 'not_signed_in') tellSignedOut()
    throw failure
  }
  try {
    return { reply: (await response.json()) as CallReply<Name>, headers: response.headers }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(offlineSentence, 0)
  }
}
