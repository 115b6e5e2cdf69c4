import * as z from 'zod/mini'

/**
 * At most `length` characters (UTF-16 units). Every text of a request has this check, before any pattern: zod
 * goes on after a failed check unless it aborts, and a pattern may take seconds on 60,000 characters.
 */
export function atMost(length: number, sentence?: string) {
  return z.maxLength(length, sentence === undefined ? { abort: true } : { abort: true, error: sentence })
}

/** A text of at most `length` characters that fits the pattern. */
export function matching(pattern: RegExp, length: number, sentence?: string) {
  return z.string(sentence).check(atMost(length, sentence), z.regex(pattern, sentence))
}

/** An id in the form of a UUID, which has 36 characters. */
export const uuid = z.string().check(atMost(36), z.uuid())
