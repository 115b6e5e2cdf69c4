/** At most two initials of a name, of its first and last word. Combining accents stay with their letter. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]\p{M}*/u) ?? [])
  const [first = '', last = ''] = letters.length > 1 ? [letters[0], letters.at(-1)] : letters
  return (first + last).toLocaleUpperCase('en-US')
}
