import * as z from 'zod/mini'
import { refuse } from '../../contract/refusals.ts'

type Issue = z.core.$ZodIssue

/** The issue to report: in a union, that of the best matching branch. */
function bestIssue(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const fitting = issue.errors.find(
    (errors) =>
      errors.some(({ path }) => path.length > 0) && errors.every(({ code }) => code !== 'unrecognized_keys'),
  )
  const best = (fitting ?? issue.errors[0])?.[0]
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue
}

function sentenceOf(issue: Issue, field: string): string {
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${shown(issue.keys.map(String).join(', '))}.`
  // zod/mini ships without messages; an issue without its own message carries this one.
  if (issue.message !== 'Invalid input') return issue.message
  return field === '' ? 'That request could not be read.' : `Please check the field ${field}.`
}

/** A field's name, which the caller may have chosen. */
const shown = (name: string): string => name.slice(0, 200).toWellFormed()

/** Deeper than twice any valid body; without a limit, deep nesting would overflow the stack. */
const maxDepth = 32

/**
 * The path of the first string with U+0000, which PostgreSQL cannot store; null without one. Refuses deeper
 * nesting as `malformed`.
 */
function findNul(value: unknown, path: string[] = []): string[] | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null) return null
  if (path.length > maxDepth) return refuse('malformed')
  for (const [key, part] of Object.entries(value)) {
    const found = key.includes('\0') ? path : findNul(part, [...path, key])
    if (found) return found
  }
  return null
}

/** Refuses a value with a string that PostgreSQL cannot store as `malformed`, with the field. */
export function requireStorable(value: unknown): void {
  const path = findNul(value)
  if (!path) return
  refuse('malformed', {
    sentence: 'Please remove the characters that cannot be shown',
    ...(path.length > 0 ? { field: shown(path.join('.')) } : {}),
  })
}

/** Parses one part of a request by its schema. Refuses as `malformed` with the field and a sentence. */
export function readInput<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.core.safeParse(schema, value)
  if (result.success) return result.data
  const first = result.error.issues[0]
  if (!first) return refuse('malformed')
  const issue = bestIssue(first)
  const field = shown(issue.path.join('.'))
  return refuse('malformed', { sentence: sentenceOf(issue, field), ...(field === '' ? {} : { field }) })
}
