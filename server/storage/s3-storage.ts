import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../config.ts'
import type { Storage } from './storage.ts'

/** Time in milliseconds for one call with its whole response. */
const callMs = 10_000
/** Bytes of an error's XML that go into the log. */
const shownBytes = 400

/**
 * Objects of one bucket, addressed by path, over the S3 API with Signature Version 4. The signature covers a
 * digest of the body. The key needs s3:PutObject, s3:GetObject and s3:DeleteObject.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html
 */
export function s3Storage(
  { endpoint, region, bucket, keyId, secret }: S3Config,
  { timeoutMs = callMs } = {},
): Storage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3' })

  async function send(
    method: 'PUT' | 'GET' | 'DELETE',
    key: string,
    file?: { bytes: Buffer; contentType: string },
  ): Promise<{ status: number; body: Buffer }> {
    const body = file && new Uint8Array(file.bytes)
    const request = await client.sign(`${endpoint}/${bucket}/${key}`, {
      method,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(file?.bytes ?? '')
          .digest('hex'),
        ...(file ? { 'content-type': file.contentType } : {}),
      },
      ...(body ? { body } : {}),
    })
    const response = await fetch(request, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }

  function failure(method: string, { status, body }: { status: number; body: Buffer }): Error {
    return new Error(`${method} was answered ${status}: ${body.subarray(0, shownBytes).toString()}`)
  }

  return {
    put: async (key, bytes, contentType) => {
      const answer = await send('PUT', key, { bytes, contentType })
      if (answer.status !== 200) throw failure('PUT', answer)
    },
    get: async (key) => {
      const answer = await send('GET', key)
      if (answer.status === 200) return answer.body
      // A bucket that does not exist has the same status, and is an error of the configuration.
      if (answer.status === 404 && answer.body.includes('<Code>NoSuchKey</Code>')) return null
      throw failure('GET', answer)
    },
    delete: async (key) => {
      const answer = await send('DELETE', key)
      if (answer.status !== 204 && answer.status !== 200) throw failure('DELETE', answer)
    },
  }
}
