import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ErrorCode } from './storage-error.ts'

/** A request as its signature covers it. */
export interface SignedRequest {
  method: string
  /** Path and query as sent. */
  url: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface AccessKey {
  id: string
  secret: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const LARGEST_SKEW_MS = 15 * 60_000
const UNSIGNED = 'UNSIGNED-PAYLOAD'

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Checks the Authorization header of Signature Version 4 for S3, without chunks. Returns the code of the
 * error that Amazon answers, or undefined when the signature is right.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signatureError(
  request: SignedRequest,
  { key, region, now }: { key: AccessKey; region: string; now: number },
): ErrorCode | undefined {
  const authorization = headerOf(request, 'authorization')
  if (authorization === undefined) return 'AccessDenied'
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!parsed) return 'AuthorizationHeaderMalformed'
  const [, keyId = '', day = '', signedRegion = '', signedHeaders = '', signature = ''] = parsed
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  if (keyId !== key.id) return 'InvalidAccessKeyId'
  const time = headerOf(request, 'x-amz-date') ?? ''
  const signedAt = timeOf(time)
  if (signedAt === undefined || !time.startsWith(day)) return 'AccessDenied'
  if (Math.abs(signedAt - now) > LARGEST_SKEW_MS) return 'RequestTimeTooSkewed'
  const digest = headerOf(request, 'x-amz-content-sha256')
  if (digest === undefined) return 'InvalidRequest'
  const names = signedHeaders.split(';')
  if (!coversAll(request, names)) return 'AccessDenied'
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = [ALGORITHM, time, scope, sha256(canonicalRequest(request, names, digest))].join('\n')
  const signingKey = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${key.secret}`, day))
  if (!timingSafeEqual(hmac(signingKey, toSign), Buffer.from(signature, 'hex')))
    return 'SignatureDoesNotMatch'
  if (digest !== UNSIGNED && digest !== sha256(request.body)) return 'XAmzContentSHA256Mismatch'
  return undefined
}

function headerOf({ headers }: SignedRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** The host and every header of Amazon's own must be signed. */
function coversAll({ headers }: SignedRequest, names: readonly string[]): boolean {
  const sent = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  return sent.every((name) => names.includes(name))
}

/** '20130524T000000Z' as milliseconds. */
function timeOf(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)?.slice(1).map(Number)
  if (!parts) return undefined
  const [year = 0, month = 0, day, hour, minute, second] = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function canonicalRequest(request: SignedRequest, names: readonly string[], digest: string): string {
  const [path = '', query = ''] = request.url.split('?')
  return [
    request.method,
    path.split('/').map(encodeOnce).join('/'),
    canonicalQuery(query),
    ...names.map((name) => `${name}:${(headerOf(request, name) ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    digest,
  ].join('\n')
}

function canonicalQuery(query: string): string {
  if (query === '') return ''
  const pairs = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return `${encodeOnce(name)}=${encodeOnce(value)}`
  })
  return pairs.toSorted().join('&')
}

/** Percent-encodes all but unreserved characters, of a text that may be encoded already. */
function encodeOnce(text: string): string {
  let plain = text
  try {
    plain = decodeURIComponent(text)
  } catch {
    // Not encoded: it is taken as it is.
  }
  return encodeURIComponent(plain).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
