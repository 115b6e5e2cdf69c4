import { ProcessorError } from './processor-error.ts'

export interface ApiKey {
  value: string
  publishable: boolean
}

/** Reads the key as Stripe does: Bearer, or the user name of Basic. Accepts test keys only. */
export function requireApiKey(authorization: string | undefined): ApiKey {
  const [scheme, credentials = ''] = (authorization ?? '').split(' ', 2)
  let value = ''
  if (scheme?.toLowerCase() === 'bearer') value = credentials
  if (scheme?.toLowerCase() === 'basic') {
    value = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0] ?? ''
  }
  if (value === '') {
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth ' +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.",
    )
  }
  if (/^sk_test_\w+$/.test(value)) return { value, publishable: false }
  if (/^pk_test_\w+$/.test(value)) return { value, publishable: true }
  throw unauthorized(`Invalid API Key provided: ${value.slice(0, 8)}${'*'.repeat(8)}`)
}

function unauthorized(message: string): ProcessorError {
  return new ProcessorError(401, 'invalid_request_error', message)
}
