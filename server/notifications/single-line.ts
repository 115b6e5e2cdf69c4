/**
 * Returns user input as one visible line: line breaks, control characters and bidirectional marks become
 * spaces, so that a name can neither start a new line nor reorder the text around it.
 */
export function singleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\s]+/gu, ' ').trim()
}
