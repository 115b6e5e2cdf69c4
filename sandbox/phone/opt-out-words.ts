const KINDS: readonly (readonly [kind: OptOutKind, words: readonly string[]])[] = [
  ['STOP', ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE']],
  ['START', ['START', 'UNSTOP', 'YES']],
  ['HELP', ['HELP', 'INFO']],
]

export type OptOutKind = 'STOP' | 'START' | 'HELP'

/** The provider's own replies to its keywords, in English only. */
export const OPT_OUT_REPLIES: Readonly<Record<OptOutKind, string>> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
}

/** The keyword of a message that has no other word. */
export function optOutKind(body: string): OptOutKind | undefined {
  const word = body.trim().toUpperCase()
  return KINDS.find(([, words]) => words.includes(word))?.[0]
}
