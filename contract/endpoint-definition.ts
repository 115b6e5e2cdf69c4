import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'
import type { EndpointName } from './routes.ts'
import { anyId, matching } from './text.ts'

/** The schemas and refusals of one endpoint. Its address and its callers are in `routes.ts`. */
export type EndpointDefinition = {
  summary: string
  params?: z.core.$ZodType
  query?: z.core.$ZodType
  headers?: z.core.$ZodType
  body?: z.core.$ZodType
  /** The body is a file of at most this many bytes, not JSON. Its handler reads it after its checks. */
  bodyBytes?: number
  /** A caller who sends this header needs no session: the handler checks the token in it. */
  tokenHeader?: string
  reply: z.core.$ZodType
  /**
   * JSON when left out. CSV and events are sent as a stream, events without an end; the reply of a redirect
   * is its target address.
   */
  replyType?:
    | 'text/csv'
    | 'text/calendar'
    | 'text/plain'
    | 'text/event-stream'
    | 'image/jpeg'
    | 'application/pdf'
    | 'redirect'
  /** 200 when left out. */
  status?: 201
  /** Other sites are refused for a GET too, because a call may cost the operator money. */
  ownOrigin?: true
  /** Bytes of a body; 64 KiB when left out. A longer one is read only from a permitted caller. */
  mostBytes?: number
  /** Its own refusals, in addition to those that every endpoint has. */
  refusals: readonly RefusalCode[]
}

/** The endpoints of one feature. A definition without a route does not compile. */
export type EndpointDefinitions = { [Name in EndpointName]?: EndpointDefinition }

/** Requests with the same key have one effect. */
export const byIdempotencyKey = z.object({
  'idempotency-key': z.optional(
    matching(/^[\w-]{8,80}$/, 80, 'Idempotency-Key must be 8 to 80 letters, digits, - or _'),
  ),
})

export const byId = z.object({ id: anyId })
export const byShop = z.object({ id: matching(/^\d{1,9}$/, 9) })
export const done = z.object({ ok: z.literal(true) })
