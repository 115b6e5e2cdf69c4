import type { FastifyReply, FastifyRequest } from 'fastify'

export type Fields = Record<string, unknown>

/**
 * What a switch is set to: JSON, or a form of the sandbox's own page, whose values are read as JSON where they are such
 * (`true`, `3`, `{"onSession": 60}`) and left out where they are empty.
 */
function readSwitch(body: unknown): Fields {
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

/** The sentence that refuses a field nobody reads, so that a slip of the pen is not taken for an order. */
export function unknownField(fields: Fields, known: readonly string[]): string | undefined {
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  return unknown === undefined ? undefined : `${unknown} is not known here; it may be ${known.join(', ')}`
}

export function isRefusal(parsed: unknown): parsed is string {
  return typeof parsed === 'string'
}

/** A sentence of refusal is answered with 400; a form of the sandbox's page goes back to where it stands. */
export function answerSwitch(
  request: FastifyRequest,
  reply: FastifyReply,
  set: (fields: Fields) => object | string,
): FastifyReply {
  const outcome = set(readSwitch(request.body))
  if (isRefusal(outcome)) return reply.code(400).send({ error: outcome })
  return typeof request.body === 'string' ? reply.redirect('/sandbox#switches', 303) : reply.send(outcome)
}
