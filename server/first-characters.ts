/** The first characters of a text, without cutting an emoji in half. */
export function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('')
}
