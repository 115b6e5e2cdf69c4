import type { Readable } from 'node:stream'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import { accountHeader, type EndpointName } from '../../contract/routes.ts'
import type { Action } from '../../contract/identity/permissions.ts'
import type { Standing } from '../../contract/identity/roles.ts'
import { standingsOf } from '../../contract/identity/workplaces.ts'
import { refuse } from '../../contract/refusals.ts'
import { withinDeadline } from '../concurrency/deadline.ts'
import type { Context } from '../context.ts'
import { lacksSecondFactor } from '../identity/second-factor/lacks-second-factor.ts'
import { isSessionEnded } from '../identity/sessions/session-ended.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { deviceOf } from './device-of.ts'
import { acceptFiles, fileBody } from './file-body.ts'
import type { Call, Handlers } from './handlers.ts'
import { errorSchema } from './refusal-answer.ts'
import { refusalStatus } from './refusal-status.ts'
import { readInput, requireStorable } from './read-input.ts'
import { askBeside, rememberWrite } from './replica-reads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Owner of the session, once it was looked up; also set when the call is then refused. */
    actorId?: string
  }
}

export type FindActor = (context: Context, cookies: string | null, action: Action) => Promise<Actor | null>

/** Counts a call from a network before its body is read. Refuses as `too_many_requests`. */
type Admit = (context: Context, endpoint: EndpointName, network: string) => Promise<void>

/** Time for the calls of one request to other services in all; the browser waits for 20 seconds. */
const callsMs = 12_000

/** CSRF protection: a browser sends its cookies with requests of other sites too. */
function requireOwnOrigin({ ownOrigin }: Endpoint, request: FastifyRequest): void {
  if (request.method === 'GET' && !ownOrigin) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined) {
    // A program may leave the header out, but no browser in use does.
    if (site === 'cross-site' || (ownOrigin && site !== undefined && site !== 'same-origin'))
      refuse('foreign_origin')
    return
  }
  const host = URL.canParse(origin) ? new URL(origin).host : null
  if (host !== request.headers.host) refuse('foreign_origin')
}

/** Two tabs share their cookies: a page drawn for one account must not act as, or show, another. */
function requirePageAccount(request: FastifyRequest, actor: Actor): void {
  const drawnFor = request.headers[accountHeader]
  if (drawnFor !== undefined && drawnFor !== actor.id) refuse('other_account')
}

/** Refuses a user whose standings the endpoint does not allow. */
function requireAudience(audience: readonly Standing[], actor: Actor): void {
  if (standingsOf(actor).some((standing) => audience.includes(standing))) return
  const wouldBe = actor.workplaces.filter(({ isSuspended }) => isSuspended).map(({ role }) => role)
  refuse(wouldBe.some((role) => audience.includes(role)) ? 'shop_suspended' : 'not_allowed')
}

async function requireActor(
  endpoint: Endpoint,
  context: Context,
  request: FastifyRequest,
  findActor: FindActor,
): Promise<Actor | null> {
  if (endpoint.audience === 'anyone') return null
  if (endpoint.tokenHeader !== undefined && request.headers[endpoint.tokenHeader] !== undefined) return null
  const { action, audience } = endpoint
  const actor = await findActor(context, request.headers.cookie ?? null, action ?? 'account.use')
  if (actor) request.actorId = actor.id
  if (audience === 'signed-out') return actor ? refuse('not_allowed') : null
  if (!actor) return refuse('not_signed_in')
  requirePageAccount(request, actor)
  requireAudience(audience, actor)
  if (endpoint.secondFactor && action !== null && lacksSecondFactor(context, actor, action))
    refuse('second_factor_required')
  return actor
}

/** An id with U+0000 matches no row, and PostgreSQL would reject the query. */
function requirePossibleIds(params: unknown): void {
  const ids: unknown[] = Object.values(params ?? {})
  if (ids.some((id) => typeof id === 'string' && id.includes('\0'))) refuse('not_found')
}

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.bodyBytes !== undefined) return fileBody(request, endpoint.bodyBytes)
  const { body } = request
  requireStorable(body)
  if (endpoint.body) return readInput(endpoint.body, body)
  const nothing =
    body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  return nothing ? undefined : refuse('malformed', { sentence: 'This call takes no body.' })
}

function contentTypeOf(replyType: string): string {
  return replyType.startsWith('text/') ? `${replyType}; charset=utf-8` : replyType
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** The headers that an endpoint reads, in JSON Schema; null when it reads none. */
function documentHeaders(endpoint: Endpoint): object | null {
  const own = endpoint.headers ? (jsonSchema(endpoint.headers, 'input') as { properties?: object }) : null
  if (!Array.isArray(endpoint.audience)) return own
  const description = 'Id of the account that the call is for. Another session is refused.'
  return {
    type: 'object',
    ...own,
    properties: { ...own?.properties, [accountHeader]: { type: 'string', description } },
  }
}

function documentReply(endpoint: Endpoint): object {
  const schema = jsonSchema(endpoint.reply, 'output')
  if (endpoint.replyType === undefined) return { description: 'Done', ...schema }
  if (endpoint.replyType === 'redirect') return { description: 'Found', type: 'null' }
  return { description: 'Done', content: { [endpoint.replyType]: { schema } } }
}

/** A body that is a file, in OpenAPI. https://spec.openapis.org/oas/v3.1.0#considerations-for-file-uploads */
const fileSchema = {
  content: {
    'image/jpeg': { schema: {} },
    'image/png': { schema: {} },
    'application/octet-stream': { schema: {} },
  },
}

/** The endpoint in JSON Schema, for the OpenAPI document and fast serialization. */
function documentEndpoint(name: EndpointName, endpoint: Endpoint): object {
  // Beside its own refusals: malformed input, and an unavailable dependency.
  const statuses = new Set([400, 503, ...endpoint.refusals.map((code) => refusalStatus[code])])
  if (endpoint.audience !== 'anyone') statuses.add(403)
  if (Array.isArray(endpoint.audience))
    for (const status of [401, refusalStatus.other_account]) statuses.add(status)
  if (endpoint.ownOrigin) statuses.add(403)
  // 403: a foreign origin; 413: a body that is too long; 415: an unsupported content type.
  if (endpoint.method !== 'GET') for (const status of [403, 413, 415]) statuses.add(status)
  const headers = documentHeaders(endpoint)
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [name.slice(0, name.indexOf('.'))],
    ...(Array.isArray(endpoint.audience)
      ? { security: [{ session: [] }], description: `For: ${endpoint.audience.join(', ')}` }
      : {}),
    ...(endpoint.params ? { params: jsonSchema(endpoint.params, 'input') } : {}),
    ...(endpoint.query ? { querystring: jsonSchema(endpoint.query, 'input') } : {}),
    ...(headers ? { headers } : {}),
    ...(endpoint.body ? { body: jsonSchema(endpoint.body, 'input') } : {}),
    ...(endpoint.bodyBytes === undefined ? {} : { body: fileSchema }),
    response: {
      [endpoint.replyType === 'redirect' ? 302 : (endpoint.status ?? 200)]: documentReply(endpoint),
      ...Object.fromEntries([...statuses].map((status) => [status, errorSchema])),
    },
  }
}

/**
 * Compiles a response serializer at its first use. Compiling all at startup took a quarter of the startup
 * time, mostly for refusals, which `sendRefusal` serializes itself.
 */
function compileSerializersLazily(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    let write: ((reply: unknown) => string) | undefined
    return (reply: unknown) => (write ??= fastJson(schema))(reply)
  })
}

/**
 * Registers every endpoint of the contract with its handler. The error handler answers what a handler throws.
 */
export async function registerEndpoints(
  app: FastifyInstance,
  context: Context,
  handlers: Handlers,
  { findActor, admit }: { findActor: FindActor; admit: Admit },
): Promise<void> {
  // The handler below validates input by the contract's own schemas; the JSON Schemas only document it.
  app.setValidatorCompiler(() => () => true)
  compileSerializersLazily(app)
  const askCall = askBeside(context)
  const register = (scope: FastifyInstance, key: EndpointName, endpoint: Endpoint): void => {
    const handle = handlers[key] as (call: Call<EndpointName>) => Promise<unknown>
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: documentEndpoint(key, endpoint),
      ...(endpoint.mostBytes !== undefined && { bodyLimit: endpoint.mostBytes }),
      config: {
        ...(endpoint.replyType === 'redirect' ? { refusalPage: '/login' } : {}),
        ...(endpoint.bodyBytes === undefined ? {} : { takesFile: true }),
      },
      ...(context.replica && endpoint.method !== 'GET' ? { onSend: rememberWrite(context) } : {}),
      onRequest: async (request: FastifyRequest) => {
        requireOwnOrigin(endpoint, request)
        await admit(context, key, deviceOf(request).network)
        if (endpoint.mostBytes !== undefined) await requireActor(endpoint, context, request, findActor)
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        // Most responses are about one person and must not stay in a shared browser or a proxy.
        reply.header('cache-control', 'no-store')
        const actor = await requireActor(endpoint, context, request, findActor)
        requirePossibleIds(request.params)
        requireStorable(request.query)
        const call = {
          actor,
          device: deviceOf(request),
          params: endpoint.params && readInput(endpoint.params, request.params),
          query: endpoint.query && readInput(endpoint.query, request.query),
          headers: endpoint.headers && readInput(endpoint.headers, request.headers),
          body: readBody(endpoint, request),
          setCookie: (line: string) => void reply.header('set-cookie', line),
          setHeader: (name: string, value: string) => void reply.header(name, value),
        }
        const ask = (asked: Context) =>
          withinDeadline(callsMs, () => handle({ context: asked, ...call } as unknown as Call<EndpointName>))
        const answer = await askCall(key, request.headers.cookie, ask).catch((error: unknown) => {
          if (actor && isSessionEnded(error)) return refuse('not_signed_in')
          throw error
        })
        if (endpoint.replyType === 'redirect') return reply.redirect(answer as string, 302)
        // Also after a HEAD request, which reads nothing of the stream.
        if (endpoint.replyType === 'text/event-stream')
          reply.raw.once('close', () => (answer as Readable).destroy())
        if (endpoint.replyType !== undefined) reply.type(contentTypeOf(endpoint.replyType))
        return reply.status(endpoint.status ?? 200).send(answer)
      },
    })
  }
  const named = Object.entries(endpoints) as [EndpointName, Endpoint][]
  for (const [key, endpoint] of named) if (endpoint.bodyBytes === undefined) register(app, key, endpoint)
  await app.register(async (scope) => {
    acceptFiles(scope)
    for (const [key, endpoint] of named) if (endpoint.bodyBytes !== undefined) register(scope, key, endpoint)
  })
}
