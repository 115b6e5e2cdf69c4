import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../../contract/refusals.ts'

/** The body of a request that is a file. Nothing of it is read before `read` is called. */
export type FileBody = {
  /** The most bytes that `read` returns: the declared length of the body, or else the limit. */
  length: number
  /** Reads the file into memory. Refuses one above the limit as `too_large`, as soon as that is known. */
  read(): Promise<Buffer>
}

/** Passes the body of an endpoint that takes a file on as a stream. Other types than images are refused. */
export function acceptFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(/^(image\/|application\/octet-stream)/, (_request, body, done) =>
    done(null, body),
  )
}

/** The body of a request, of at most `most` bytes. */
export function fileBody({ raw, headers, body }: FastifyRequest, most: number): FileBody {
  const declared = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  const megabytes = most / 1024 / 1024
  const tooLarge = () => refuse('too_large', { sentence: `Files can have up to ${megabytes} MB.` })
  return {
    length: Math.min(declared ?? most, most),
    read: async () => {
      if (declared !== null && declared > most) return tooLarge()
      if (body === undefined) return Buffer.alloc(0)
      return (await readUpTo(raw, declared, most)) ?? tooLarge()
    },
  }
}

/**
 * The bytes of a request; null once there are more than `most`. Node reads on and drops the rest, so that the
 * caller gets the refusal, until the time for a request to arrive is over. Rejects when its caller has broken
 * off, with the request's own error where there is one.
 */
function readUpTo(request: IncomingMessage, declared: number | null, most: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    // Memory that is not written to costs nothing yet. Chunks would be there twice when they are joined.
    const whole = declared === null ? null : Buffer.allocUnsafeSlow(declared)
    const chunks: Buffer[] = []
    let size = 0
    const stop = (): void => {
      request.off('data', take).off('end', finish).off('close', breakOff)
      request.resume()
    }
    const take = (chunk: Buffer): void => {
      if (whole) chunk.copy(whole, size)
      size += chunk.length
      if (size > most) {
        stop()
        resolve(null)
      } else if (!whole) chunks.push(chunk)
    }
    const finish = (): void => {
      stop()
      resolve(whole ?? Buffer.concat(chunks, size))
    }
    // Not every broken connection is an error of the request, but each closes it, perhaps before this.
    const breakOff = (): void => {
      stop()
      reject(request.errored ?? new Refusal('malformed'))
    }
    if (request.destroyed) return breakOff()
    request.on('data', take).on('end', finish).on('close', breakOff)
    // Without a listener the error would end the process.
    request.on('error', () => undefined)
  })
}
