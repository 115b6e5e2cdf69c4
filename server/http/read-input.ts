import * as z from 'zod/mini'
import { refuse } from '../../contract/refusals.ts'

type Issue = z.core.$ZodIssue

/** The issue to speak of: in a union, that of the branch that fits best. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const branches = issue.errors.map((errors) => errors[0]).filter((first) => first !== undefined)
  const best =
    branches.find((branch) => branch.code !== 'unrecognized_keys' && branch.path.length > 0) ?? branches[0]
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue
}

function sentenceOf(issue: Issue, field: string): string {
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.map(String).join(', ')}.`
  // zod/mini ships without words, so an issue that names none carries this one.
  if (issue.message !== 'Invalid input') return issue.message
  return field === '' ? 'That request could not be read.' : `Please check the field ${field}.`
}

/** No call has anything nested half as deep; what is nested in itself a thousand times would be read until the stack is full. */
const deepestNesting = 32

/**
 * The path of the first text that holds U+0000, which PostgreSQL's texts cannot hold; null when none does. Refuses as `malformed`
 * what is nested deeper than anything could be meant.
 */
function findNul(value: unknown, path: string[] = []): string[] | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null) return null
  if (path.length > deepestNesting) return refuse('malformed')
  for (const [key, part] of Object.entries(value)) {
    const found = key.includes('\0') ? path : findNul(part, [...path, key])
    if (found) return found
  }
  return null
}

/** Refuses as `malformed`, with the field, what holds a text that could not be stored. An id that does is merely nobody's. */
export function requireStorable(value: unknown): void {
  const path = findNul(value)
  if (!path) return
  refuse('malformed', {
    sentence: 'Please remove the characters that cannot be shown',
    ...(path.length > 0 ? { field: path.join('.') } : {}),
  })
}

/** Reads one part of a request by its schema. Refuses as `malformed` with the field and a sentence. */
export function readInput<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.core.safeParse(schema, value)
  if (result.success) return result.data
  const first = result.error.issues[0]
  if (!first) return refuse('malformed')
  const issue = deepest(first)
  const field = issue.path.join('.')
  return refuse('malformed', { sentence: sentenceOf(issue, field), ...(field === '' ? {} : { field }) })
}
