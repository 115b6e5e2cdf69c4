import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowScripts } from './security-headers.ts'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * A document with its compressed forms, made once because it is sent often. `scriptDigests`: SHA-256 of each
 * of its inline scripts in base64.
 */
export type CompressedDocument = {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
  scriptDigests: readonly string[]
}

/** `scripts`: exact texts of the document's inline scripts. */
export async function compressDocument(
  text: string,
  scripts: readonly string[],
): Promise<CompressedDocument> {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    compressors.br(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    compressors.gzip(plain, { level: 9 }),
  ])
  return {
    plain,
    br,
    gzip: gzipped,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
    scriptDigests: scripts.map((script) => createHash('sha256').update(script).digest('base64')),
  }
}

/** The smallest encoding that the caller accepts; q=0 refuses one. */
function encodingFor(acceptEncoding: string): 'br' | 'gzip' | null {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(';')[0])
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null
}

/**
 * Sends a page that the browser must revalidate, with 304 for an unchanged one. An error page is always sent
 * in full.
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: CompressedDocument,
): FastifyReply {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'Accept-Encoding')
  allowScripts(reply, document.scriptDigests)
  if (reply.statusCode === 200) {
    reply.header('etag', document.etag)
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send()
  }
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
  if (encoding === null) return reply.send(document.plain)
  return reply.header('content-encoding', encoding).send(document[encoding])
}
