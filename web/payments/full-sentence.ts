/** The card provider's words as a sentence that another one may follow: some of them come without their full stop. */
export function fullSentence(words: string): string {
  return words.replace(/[^.!?]$/, '$&.')
}
