import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalCode } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { isDatabaseDown } from '../database/database-errors.ts'
import { refusalStatus } from './refusal-status.ts'

/** The JSON Schema of every error body. */
export const errorSchema = {
  description:
    'Refused. The header x-refusal carries the reason, x-refusal-field the input field that caused it.',
  type: 'object',
  properties: { error: { type: 'string' } },
  required: ['error'],
  additionalProperties: false,
} as const

/** Sends a refusal: `{"error": sentence}`, with the code and the field in headers. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply
    .status(refusalStatus[refusal.code])
    .header('x-refusal', refusal.code)
    .header('cache-control', 'no-store')
  if (refusal.field !== undefined) reply.header('x-refusal-field', encodeURI(refusal.field).slice(0, 200))
  const wait = refusal.retryAfterSeconds ?? (refusalStatus[refusal.code] === 503 ? 2 : undefined)
  if (wait !== undefined) reply.header('retry-after', String(wait))
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: refusal.message })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page for refusals of an address that a browser opens as a page of its own. */
    refusalPage?: string
    /** The body is a file in place of JSON. */
    takesFile?: boolean
  }
}

/** Refusals of the moment, which a person at a page can wait out. */
const waitedOut: readonly RefusalCode[] = ['too_many_requests', 'unavailable']

/** The address of a refusal page, which shows the sentence of the code and when to try again. */
function refusalPageOf({ routeOptions }: FastifyRequest, refusal: Refusal): string | null {
  const page = routeOptions.config.refusalPage
  if (page === undefined || !waitedOut.includes(refusal.code)) return null
  const wait = String(refusal.retryAfterSeconds ?? 2)
  return `${page}?${new URLSearchParams({ refused: refusal.code, wait }).toString()}`
}

/**
 * Errors of the static file library for an existing file that cannot be sent as requested. They have names
 * and no codes.
 */
const fileErrors: Readonly<Record<string, RefusalCode>> = {
  RangeNotSatisfiableError: 'no_such_part',
  PreconditionFailedError: 'not_that_version',
}

/** Maps the HTTP layer's own errors to refusals. */
function refusalOf(error: FastifyError): Refusal | null {
  const codes: Record<string, RefusalCode> = {
    FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
    FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  }
  const code = codes[error.code] ?? fileErrors[error.name]
  if (code !== undefined) return new Refusal(code)
  // Only errors of the HTTP layer count: another library's error may carry a status too, and is our bug.
  const own = typeof error.code === 'string' && error.code.startsWith('FST_')
  return own && error.statusCode !== undefined && error.statusCode < 500 ? new Refusal('malformed') : null
}

/**
 * Sends every error of the app as the contract says. An unknown error is a bug: logged, and shown with the
 * request's id.
 */
export function answerErrors(app: FastifyInstance, { database }: Pick<Context, 'database'>): void {
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const answer = (refusal: Refusal) => {
      const page = refusalPageOf(request, refusal)
      if (page === null) return sendRefusal(reply, refusal)
      return reply.header('cache-control', 'no-store').redirect(page, 302)
    }
    if (error instanceof Refusal) return answer(error)
    // The caller's own connection broke off; its error has the same code as one of a lost database.
    if (error === request.raw.errored) {
      request.log.info('the caller broke off the request')
      return sendRefusal(reply, new Refusal('malformed'))
    }
    const refusal = refusalOf(error)
    // An unsatisfiable range gets the file's length: https://www.rfc-editor.org/rfc/rfc9110#status.416
    if (refusal?.code === 'no_such_part') reply.headers((error as { headers?: object }).headers ?? {})
    if (refusal?.code === 'not_json' && request.routeOptions.config.takesFile)
      return sendRefusal(reply, new Refusal('not_json', { sentence: 'Please send the file of a photo.' }))
    if (refusal) return sendRefusal(reply, refusal)
    if (isDatabaseDown(error)) {
      request.log.error({ reason: error.message }, 'the database did not answer')
      return answer(new Refusal('unavailable', { retryAfterSeconds: 2 }))
    }
    request.log.error({ err: error }, 'a request failed')
    // better-auth hides database failures behind its own error.
    if (error.name === 'APIError' && database.lostAt() >= performance.now() - reply.elapsedTime)
      return answer(new Refusal('unavailable', { retryAfterSeconds: 2 }))
    return reply
      .status(500)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ error: `Something went wrong (${request.id}). Please try again.` })
  })
}
