import { expect, test } from 'vitest'
import { signatureError } from './signature.ts'
import type { SignedRequest } from './signature.ts'

/** The examples of docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const key = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const settings = { key, region: 'us-east-1', now: Date.UTC(2013, 4, 24) }

const authorization = (signedHeaders: string, signature: string): string =>
  `AWS4-HMAC-SHA256 Credential=${key.id}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`

const get: SignedRequest = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': emptyDigest,
    'x-amz-date': '20130524T000000Z',
    authorization: authorization(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  },
  body: Buffer.alloc(0),
}

const put: SignedRequest = {
  method: 'PUT',
  url: '/test$file.text',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    'x-amz-date': '20130524T000000Z',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: authorization(
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
  },
  body: Buffer.from('Welcome to Amazon S3.'),
}

const list: SignedRequest = {
  ...get,
  url: '/?max-keys=2&prefix=J',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': emptyDigest,
    'x-amz-date': '20130524T000000Z',
    authorization: authorization(
      'host;x-amz-content-sha256;x-amz-date',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ),
  },
}

test.each([
  ['GET Object', get],
  ['PUT Object', put],
  ['GET Bucket (List Objects)', list],
])('the documented signature of %s is right', (_name, request) => {
  expect(signatureError(request, settings)).toBeUndefined()
})

const withHeaders = (headers: SignedRequest['headers']): SignedRequest => ({
  ...get,
  headers: { ...get.headers, ...headers },
})

test.each([
  ['no signature', withHeaders({ authorization: undefined }), 'AccessDenied'],
  ['another form', withHeaders({ authorization: 'Bearer x' }), 'AuthorizationHeaderMalformed'],
  ['another path', { ...get, url: '/other.txt' }, 'SignatureDoesNotMatch'],
  ['another method', { ...get, method: 'DELETE' }, 'SignatureDoesNotMatch'],
  ['another signed header', withHeaders({ range: 'bytes=0-99' }), 'SignatureDoesNotMatch'],
  ['an unsigned header of Amazon', withHeaders({ 'x-amz-acl': 'public-read' }), 'AccessDenied'],
  ['another body', { ...put, body: Buffer.from('Goodbye') }, 'XAmzContentSHA256Mismatch'],
])('%s is refused', (_name, request, code) => {
  expect(signatureError(request, settings)).toBe(code)
})

test('another key, another secret, another region and another time are refused', () => {
  expect(signatureError(get, { ...settings, key: { ...key, id: 'AKIAOTHER' } })).toBe('InvalidAccessKeyId')
  expect(signatureError(get, { ...settings, key: { ...key, secret: 'x' } })).toBe('SignatureDoesNotMatch')
  expect(signatureError(get, { ...settings, region: 'eu-west-1' })).toBe('AuthorizationHeaderMalformed')
  expect(signatureError(get, { ...settings, now: settings.now + 16 * 60_000 })).toBe('RequestTimeTooSkewed')
})
