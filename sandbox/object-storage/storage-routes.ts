import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Journal } from '../journal.ts'
import { answerSwitch, isRefusal } from '../switch.ts'
import { signatureError } from './signature.ts'
import { errorAnswer } from './storage-error.ts'
import type { ErrorCode } from './storage-error.ts'
import { currentStorage, parseStorageSwitch, setStorage } from './storage-switch.ts'
import type { StorageRecords } from './storage-switch.ts'

/** The one key, bucket and region of the sandbox. */
export const SANDBOX_STORAGE = {
  keyId: 'AKIASANDBOX',
  secret: 'sandbox-storage-secret',
  bucket: 'dashfit-sandbox',
  region: 'us-east-1',
} as const

const LARGEST_OBJECT = 64 * 1024 * 1024

interface Params {
  bucket: string
  '*': string
}

/**
 * Amazon's S3 API for single objects, with the bucket in the path: PUT, GET and DELETE at `/s3/BUCKET/KEY`.
 * The signature of every request is checked by the machine's clock.
 */
export function registerObjectStorage(
  app: FastifyInstance,
  journal: Journal<StorageRecords>,
  folder: string,
): void {
  const fileOf = (name: string): string => join(folder, createHash('sha256').update(name).digest('hex'))

  function put(name: string, body: Buffer, contentType: string, reply: FastifyReply): FastifyReply {
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    mkdirSync(folder, { recursive: true })
    const draft = `${fileOf(name)}.${randomUUID()}`
    writeFileSync(draft, body)
    renameSync(draft, fileOf(name))
    journal.transaction((records) => records.put('object', name, { contentType, etag, size: body.length }))
    return reply.header('etag', etag).send()
  }

  function get(name: string, reply: FastifyReply): FastifyReply {
    const found = journal.get('object', name)
    if (!found) return refuse(reply, 'NoSuchKey')
    void reply.header('etag', found.etag).type(found.contentType)
    if (currentStorage(journal).mode !== 'drip') return reply.send(readFileSync(fileOf(name)))
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': found.contentType, 'content-length': found.size })
    reply.raw.flushHeaders()
    return reply
  }

  function remove(name: string, reply: FastifyReply): FastifyReply {
    journal.transaction((records) => records.remove('object', name))
    rmSync(fileOf(name), { force: true })
    return reply.code(204).send()
  }

  async function answer(
    request: FastifyRequest<{ Params: Params }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { mode, delayMs } = currentStorage(journal)
    if (mode === 'down') {
      reply.hijack()
      reply.raw.destroy()
      return reply
    }
    if (mode === 'slow') await delay(delayMs, undefined, { ref: false })
    if (mode === 'error') return refuse(reply, 'InternalError')
    if (mode === 'busy') return refuse(reply, 'SlowDown')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { method, url, headers, params } = request
    const { keyId: id, secret, region, bucket } = SANDBOX_STORAGE
    const key = { id, secret }
    const error = signatureError({ method, url, headers, body }, { key, region, now: Date.now() })
    if (error) return refuse(reply, error)
    if (params.bucket !== bucket) return refuse(reply, 'NoSuchBucket')
    const name = `${bucket}/${params['*']}`
    if (method === 'PUT') return put(name, body, headers['content-type'] ?? 'binary/octet-stream', reply)
    if (method === 'GET') return get(name, reply)
    if (method === 'DELETE') return remove(name, reply)
    return refuse(reply, 'MethodNotAllowed')
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route<{ Params: Params }>({
      method: ['PUT', 'GET', 'DELETE', 'POST'],
      url: '/s3/:bucket/*',
      bodyLimit: LARGEST_OBJECT,
      errorHandler: (_error, _request, reply) => void refuse(reply, 'EntityTooLarge'),
      handler: answer,
    })
  })

  app.get('/sandbox/storage', () => currentStorage(journal))
  app.post('/sandbox/storage', (request, reply) =>
    answerSwitch(request, reply, (fields) => {
      const given = parseStorageSwitch(fields)
      if (!isRefusal(given)) setStorage(journal, given)
      return given
    }),
  )
}

function refuse(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const { status, xml } = errorAnswer(code, randomUUID())
  return reply.code(status).type('application/xml').send(xml)
}
