import { textStore } from '../ui/browser-store.ts'
import { fieldsOf } from '../ui/checked-fields.ts'

/** What a social sign-in is for: to come in, or to be linked to the account that is open. */
export type SocialPurpose = 'sign-in' | 'link'

const redirectStore = textStore('social-sign-in', (text) => text)

/** Keeps for this tab what it is about to leave for. */
export function saveRedirect({ flow, purpose }: { flow: string; purpose: SocialPurpose }): void {
  redirectStore.write(`${purpose} ${flow}`)
}

/** What this tab left for under that id, once; null when it was another page that did, or nobody. */
export function takeRedirect(flow: string): SocialPurpose | null {
  const stored = redirectStore.read()
  redirectStore.write(null)
  return (['sign-in', 'link'] as const).find((purpose) => stored === `${purpose} ${flow}`) ?? null
}

const problemKey = 'socialProblem'

/** The state to navigate with to a page that is to show the sentence. */
export function problemState(sentence: string): Record<string, string> {
  return { [problemKey]: sentence }
}

/** The sentence this page was navigated to with, once: a reload does not say it again. */
export function takeProblem(): string | null {
  const { [problemKey]: problem, ...others } = fieldsOf(window.history.state)
  if (typeof problem !== 'string') return null
  window.history.replaceState(others, '')
  return problem
}
