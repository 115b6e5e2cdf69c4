/** At most two letters that stand for a name: of its first and its last word. Accents that are characters of their own stay with their letter. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]\p{M}*/u) ?? [])
  const [first = '', last = ''] = letters.length > 1 ? [letters[0], letters.at(-1)] : letters
  return (first + last).toLocaleUpperCase('en-US')
}
