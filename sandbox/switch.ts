import type { FastifyReply, FastifyRequest } from 'fastify'

export type Fields = Record<string, unknown>

/**
 * Reads a switch from JSON, or from a form of the sandbox's own page. Form values that are JSON (`true`, `3`,
 * `{"onSession": 60}`) are parsed, and empty ones are left out.
 */
export function readSwitch(body: unknown): Fields {
  if (typeof body !== 'string') return typeof body === 'object' && body !== null ? (body as Fields) : {}
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(body)) if (value !== '') fields[name] = asJson(value)
  return fields
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Refuses an unknown field with a sentence, so that a typo is not ignored. */
export function unknownField(fields: Fields, known: readonly string[]): string | undefined {
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  return unknown === undefined ? undefined : `${unknown} is not known here; it may be ${known.join(', ')}`
}

export function isRefusal(parsed: unknown): parsed is string {
  return typeof parsed === 'string'
}

/** A sentence becomes a 400; a form of the sandbox's page redirects back to its section. */
export function answerSwitch(
  request: FastifyRequest,
  reply: FastifyReply,
  set: (fields: Fields) => object | string,
): FastifyReply {
  const outcome = set(readSwitch(request.body))
  if (isRefusal(outcome)) return reply.code(400).send({ error: outcome })
  return typeof request.body === 'string' ? reply.redirect('/sandbox#switches', 303) : reply.send(outcome)
}
