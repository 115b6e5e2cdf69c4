/**
 * Text that came from people, as one visible line: line ends, control characters and marks that turn the direction of
 * writing become a space, so that a name can neither start a line of its own nor rewrite the words around it.
 */
export function singleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\s]+/gu, ' ').trim()
}
