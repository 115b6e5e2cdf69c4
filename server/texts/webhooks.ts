import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { isSigned } from './provider/signature.ts'
import { handleTextEventsJob } from './jobs.ts'

/** A text without the character that the database cannot store. */
const storable = (text: string): string => text.replaceAll('\0', '')

function storableFields(fields: Record<string, string>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [storable(name), storable(value)])),
  )
}

function readForm(body: unknown): Record<string, string> {
  const text = typeof body === 'string' ? body : ''
  return Object.fromEntries(new URLSearchParams(text))
}

/**
 * Registers the webhooks of the provider of text messages (SMS): replies and delivery states. Each is signed,
 * stored once, and handled by a job.
 */
export async function registerTextWebhooks(app: FastifyInstance, context: Context): Promise<void> {
  const { texts, publicUrl } = context.config
  if (texts === null) return
  const { token } = texts

  function requireSigned(request: FastifyRequest): Record<string, string> {
    const fields = readForm(request.body)
    const signed = { url: `${publicUrl}${request.url}`, fields, token }
    if (!isSigned(request.headers['x-twilio-signature'], signed)) refuse('not_allowed')
    return fields
  }

  async function store(
    kind: 'inbound' | 'status',
    key: string,
    fields: Record<string, string>,
  ): Promise<void> {
    const { numInsertedOrUpdatedRows: fresh } = await context.database.db
      .insertInto('text_events')
      .values({
        key: storable(key),
        kind,
        fields: storableFields(fields),
        received_at: new Date(context.clock.now()),
        handled_at: null,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow()
    if (fresh) context.triggerJob(handleTextEventsJob)
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post('/api/webhooks/texts/inbound', { schema: { hide: true } }, async (request, reply) => {
      const fields = requireSigned(request)
      await store('inbound', fields['MessageSid'] ?? '', fields)
      // TwiML without a reply: answers are sent as messages of their own.
      return reply.type('text/xml').send('<Response/>')
    })
    scope.post<{ Querystring: { text?: unknown } }>(
      '/api/webhooks/texts/status',
      { schema: { hide: true } },
      async (request, reply) => {
        const fields = requireSigned(request)
        const key = `${fields['MessageSid'] ?? ''} ${fields['MessageStatus'] ?? ''}`
        await store('status', key, { ...fields, text: String(request.query.text) })
        return reply.code(204).send()
      },
    )
  })
}
