import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowScript } from './security-headers.ts'

const packings = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * A document that is sent often and changes seldom, packed once in every way a browser may ask for. `scriptDigest`: of the one
 * script that stands in it, if any; SHA-256 in base64.
 */
export type CompressedDocument = {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
  scriptDigest: string | undefined
}

/** `script`: what the document's own script says, to the letter. */
export async function compressDocument(text: string, script?: string): Promise<CompressedDocument> {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    packings.br(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    packings.gzip(plain, { level: 9 }),
  ])
  return {
    plain,
    br,
    gzip: gzipped,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
    scriptDigest: script === undefined ? undefined : createHash('sha256').update(script).digest('base64'),
  }
}

/** The packing this caller takes, the smallest first; q=0 refuses one. */
function packingFor(acceptEncoding: string): 'br' | 'gzip' | null {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(';')[0])
  return (['br', 'gzip'] as const).find((packing) => accepted.includes(packing)) ?? null
}

/** Sends a page: always asked for anew, and not sent again to whoever has it. A page that is not there is whole each time. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: CompressedDocument,
): FastifyReply {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'Accept-Encoding')
  if (document.scriptDigest !== undefined) allowScript(reply, document.scriptDigest)
  if (reply.statusCode === 200) {
    reply.header('etag', document.etag)
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send()
  }
  const packing = packingFor(request.headers['accept-encoding'] ?? '')
  if (packing === null) return reply.send(document.plain)
  return reply.header('content-encoding', packing).send(document[packing])
}
