/** Ends the provider's message with a full stop, so that another sentence may follow. */
export function fullSentence(words: string): string {
  return words.replace(/[^.!?]$/, '$&.')
}
