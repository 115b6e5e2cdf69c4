import { readSession, writeSession } from '../ui/session-storage.ts'

/** What a social sign-in is for: to come in, or to be linked to the account that is open. */
export type SocialPurpose = 'sign-in' | 'link'

const key = 'social-sign-in'

/** Keeps for this tab what it is about to leave for. */
export function keepRedirect({ flow, purpose }: { flow: string; purpose: SocialPurpose }): void {
  writeSession(key, `${purpose} ${flow}`)
}

/** What this tab left for under that id, once; null when it was another page that did, or nobody. */
export function takeRedirect(flow: string): SocialPurpose | null {
  const kept = readSession(key)
  writeSession(key, null)
  return (['sign-in', 'link'] as const).find((purpose) => kept === `${purpose} ${flow}`) ?? null
}

const problemKey = 'socialProblem'

/** The state to navigate with to a page that is to show the sentence. */
export function problemState(sentence: string): Record<string, string> {
  return { [problemKey]: sentence }
}

/** The sentence this page was navigated to with, once: a reload does not say it again. */
export function takeProblem(): string | null {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null) return null
  const { [problemKey]: problem, ...others } = state as Record<string, unknown>
  if (typeof problem !== 'string') return null
  window.history.replaceState(others, '')
  return problem
}
