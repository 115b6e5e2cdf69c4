import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerRequest } from './answer-request.ts'
import type { ApiAnswer, ApiRequest, CardProcessor } from './answer-request.ts'
import { answerChallenge } from './challenge.ts'
import { newId, stripSandbox } from './call.ts'
import type { Call } from './call.ts'
import { Parameters } from './parameters.ts'
import { ProcessorError } from './processor-error.ts'

const BROWSER_ACCESS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-expose-headers': 'request-id, idempotent-replayed',
  'access-control-max-age': '300',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
}

export interface ApiHooks {
  beforeWork(): void
  afterWork(): void
}

/** The card API at /v1, and /sandbox/payments/:id/challenge, the answer of the bank's 3-D Secure page. */
export function registerCardApi(app: FastifyInstance, processor: CardProcessor, hooks: ApiHooks): void {
  app.options('/v1/*', (_request, reply) => reply.headers(BROWSER_ACCESS).code(204).send())

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/v1/*',
    async handler(request, reply) {
      hooks.beforeWork()
      const answer = await answerRequest(processor, readApiRequest(request))
      hooks.afterWork()
      if (answer.send === 'cut' || answer.send === 'drip') return answerInPart(reply, answer)
      if (answer.send !== 'send') return leaveUnanswered(reply, answer.send)
      return reply
        .headers({ ...BROWSER_ACCESS, ...answer.headers, 'content-type': 'application/json' })
        .code(answer.status)
        .send(answer.body)
    },
  })

  app.post<{ Params: { id: string } }>('/sandbox/payments/:id/challenge', (request, reply) => {
    const { outcome, client_secret: secret } = (request.body ?? {}) as Record<string, unknown>
    if (outcome !== 'complete' && outcome !== 'fail') {
      return reply.code(400).send({ error: 'outcome must be complete or fail' })
    }
    hooks.beforeWork()
    try {
      const answered = processor.journal.transaction((records) => {
        const call = challengeCall(processor, records)
        const intent = answerChallenge(call, request.params.id, outcome)
        if (typeof secret === 'string' && (intent as { client_secret?: string }).client_secret !== secret) {
          throw new ProcessorError(
            400,
            'invalid_request_error',
            'The client_secret does not match this intent.',
          )
        }
        return stripSandbox(intent)
      })
      return reply.send(answered)
    } catch (error) {
      if (!(error instanceof ProcessorError)) throw error
      return reply.code(error.status).send({ error: error.message })
    } finally {
      hooks.afterWork()
    }
  })
}

function readApiRequest(request: FastifyRequest): ApiRequest {
  const [path = '', query = ''] = request.url.slice('/v1/'.length).split('?', 2)
  const key = request.headers['idempotency-key']
  return {
    method: request.method,
    path,
    query,
    body: typeof request.body === 'string' ? request.body : '',
    authorization: request.headers.authorization,
    origin: request.headers.origin,
    idempotencyKey: Array.isArray(key) ? key[0] : key,
  }
}

function challengeCall(processor: CardProcessor, records: Call['records']): Call {
  return {
    records,
    parameters: new Parameters({}),
    ids: [],
    now: Math.floor(processor.clock.now() / 1000),
    publishable: false,
    requestId: newId('req').slice(0, 18),
    idempotencyKey: null,
    sandboxUrl: processor.sandboxUrl,
  }
}

function leaveUnanswered(reply: FastifyReply, how: 'never' | 'drop'): FastifyReply {
  reply.hijack()
  if (how === 'drop') reply.raw.destroy()
  return reply
}

const DRIP_MS = 200

/** Promises the whole answer and sends half of it, or single bytes until the caller hangs up. */
function answerInPart(reply: FastifyReply, { status, body, headers, send }: ApiAnswer): FastifyReply {
  reply.hijack()
  const { raw } = reply
  const whole = Buffer.from(body)
  raw.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(whole.length),
  })
  if (send === 'cut') {
    raw.write(whole.subarray(0, Math.floor(whole.length / 2)), () => raw.destroy())
    return reply
  }
  let sent = 0
  const dripping = setInterval(() => {
    if (sent < whole.length - 1) raw.write(whole.subarray(sent, ++sent))
  }, DRIP_MS)
  raw.once('close', () => clearInterval(dripping))
  return reply
}
