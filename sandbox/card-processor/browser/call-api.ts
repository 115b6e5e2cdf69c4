/**
 * oxlint-disable unicorn/consistent-function-scoping -- sent to the browser as text, so inner functions must
 * stay inside
 */
import type { Api } from './wire.ts'

/** Calls the card API from a browser. Sent to the browser as text: it may use nothing outside itself. */
export function callApi(origin: string): Api {
  function encode(fields: Record<string, unknown>, into: URLSearchParams, prefix: string): void {
    for (const [name, value] of Object.entries(fields)) {
      const key = prefix === '' ? name : `${prefix}[${name}]`
      if (value === undefined || value === null) continue
      if (typeof value === 'object') encode(value as Record<string, unknown>, into, key)
      else into.append(key, `${value as string | number | boolean}`)
    }
  }

  return async (method, path, key, fields) => {
    const form = new URLSearchParams()
    encode(fields, form, '')
    const query = method === 'GET' && form.size > 0 ? `?${form.toString()}` : ''
    try {
      const answer = await fetch(`${origin}/v1/${path}${query}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(method === 'POST' && { body: form }),
      })
      const body = (await answer.json()) as Record<string, unknown>
      return answer.ok ? { object: body } : { error: body['error'] as Record<string, unknown> }
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message: 'We could not reach the card processor. Please check your connection and try again.',
        },
      }
    }
  }
}
