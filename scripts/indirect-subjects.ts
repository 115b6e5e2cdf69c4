/** How many lines there are of one kind, and those with an indirect subject. */
export type WordCount = Record<'comments' | 'testNames', { all: number; indirect: string[] }>

/**
 * A pronoun in the place of a noun. "Whose" and "who" behind a noun and a comma are ordinary relative
 * clauses.
 */
const pronouns = /\b(?:what|who|whoever|whatever|nobody|somebody)\b/i
const relative = /\w,? (?:who|whose)\b/i

function isIndirect(text: string): boolean {
  return pronouns.test(text.replace(relative, ''))
}

/**
 * Counts the comment lines and the test names of a source, and those whose subject is a pronoun instead of a
 * noun.
 */
export function countIndirect(source: string): WordCount {
  const comments = listComments(source)
  const testNames = [
    ...source.matchAll(/\b(?:test|describe|it)(?:\.\w+)?(?:\([^'"`]*\))?\(\s*(['"`])(.*?)\1/g),
  ].map(([, , name = '']) => name)
  return {
    comments: { all: comments.length, indirect: comments.filter(isIndirect) },
    testNames: { all: testNames.length, indirect: testNames.filter(isIndirect) },
  }
}

/** The lines of comments that stand on lines of their own, without their marks. */
function listComments(source: string): string[] {
  const lines: string[] = []
  let isBlock = false
  for (const line of source.split('\n')) {
    const text = line.trim()
    const opens = text.startsWith('/*') || text.startsWith('{/*')
    if (isBlock || opens || text.startsWith('//'))
      lines.push(text.replace(/^\{?\/?[/*]+\s?|\s?\*\/\}?$/g, ''))
    if (opens) isBlock = true
    if (isBlock && text.includes('*/')) isBlock = false
  }
  return lines.filter((line) => line !== '' && !line.startsWith('oxlint-disable'))
}
