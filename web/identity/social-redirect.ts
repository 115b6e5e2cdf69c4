import { textStore } from '../ui/browser-store.ts'
import { fieldsOf } from '../ui/checked-fields.ts'

/** The purpose of a social sign-in: a new session, or a link to the current account. */
export type SocialPurpose = 'sign-in' | 'link'

const redirectStore = textStore('social-sign-in', (text) => text)

/** Stores the purpose before this tab navigates to the provider. */
export function saveRedirect({ flow, purpose }: { flow: string; purpose: SocialPurpose }): void {
  redirectStore.write(`${purpose} ${flow}`)
}

/** The purpose that this tab stored for the flow, once; null for a flow of another tab. */
export function takeRedirect(flow: string): SocialPurpose | null {
  const stored = redirectStore.read()
  redirectStore.write(null)
  return (['sign-in', 'link'] as const).find((purpose) => stored === `${purpose} ${flow}`) ?? null
}

const problemKey = 'socialProblem'

/** History state that passes an error message to the next page. */
export function problemState(sentence: string): Record<string, string> {
  return { [problemKey]: sentence }
}

/** The error message passed to this page, once: a reload does not show it again. */
export function takeProblem(): string | null {
  const { [problemKey]: problem, ...others } = fieldsOf(window.history.state)
  if (typeof problem !== 'string') return null
  window.history.replaceState(others, '')
  return problem
}
