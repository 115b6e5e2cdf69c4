import * as z from 'zod'

/** JSON Schema as far as the product's document uses it. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}
type Media = Record<string, { schema: JsonSchema }>
type Parameter = { in: 'path' | 'query' | 'header'; name: string; required: boolean; schema: JsonSchema }
type DocumentedOperation = {
  operationId: string
  requestBody?: { content: Media }
  parameters?: Parameter[]
  responses: Record<string, { content?: Media }>
}
export type OpenApi = { paths: Record<string, Record<string, DocumentedOperation>> }

/** One operation of the OpenAPI document. */
export type Operation = {
  name: string
  method: string
  /** With `{name}` for each path parameter. */
  path: string
  parameters: readonly Parameter[]
  body: JsonSchema | null
  responses: ReadonlyMap<number, DocumentedAnswer>
}
type DocumentedAnswer = { type: string | null; schema: z.ZodType | null }

export type Answer = { status: number; type: string | null; text: string }

export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json']?.schema ?? null,
      responses: new Map(
        Object.entries(operation.responses).map(([status, { content = {} }]) => [
          Number(status),
          answerOf(content),
        ]),
      ),
    })),
  )
}

function answerOf(content: Media): DocumentedAnswer {
  const [type, media] = Object.entries(content)[0] ?? [null]
  return {
    type,
    schema: media ? z.fromJSONSchema(withoutUnicodePatterns(media.schema) as ZodInput) : null,
  }
}

type ZodInput = Parameters<typeof z.fromJSONSchema>[0]

/** Patterns of JSON Schema are Unicode patterns. Zod reads them as others, and finds no `\p{L}`. */
function withoutUnicodePatterns(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'pattern' && typeof value === 'string' && value.includes(String.raw`\p{`) ? undefined : value,
  ) as JsonSchema
}

/** The mismatch between an answer and the document, or null. */
export function mismatchOf({ responses }: Operation, { status, type, text }: Answer): string | null {
  const documented = responses.get(status)
  if (!documented) return `status ${status} is not in the document: ${text.slice(0, 150)}`
  if (documented.type === null)
    return text === '' ? null : `it has no body by the document: ${text.slice(0, 150)}`
  if (type?.split(';')[0] !== documented.type) return `it is ${type} and not ${documented.type}`
  if (documented.type !== 'application/json') return null
  const read = documented.schema?.safeParse(JSON.parse(text))
  if (!read || read.success) return null
  const [issue] = read.error.issues
  return `its body is not as documented at ${issue?.path.join('.')} (${issue?.message}): ${text.slice(0, 150)}`
}
