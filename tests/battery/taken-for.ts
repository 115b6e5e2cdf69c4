import type { readSessionToken } from '../../server/identity/session-cookie.ts'

/** By whose cookies every session is looked up while a control takes that check away; null for the caller's own. */
export const takenFor: { cookies: string | null } = { cookies: null }

type Module = { readSessionToken: typeof readSessionToken }

/** The module that reads the session's cookie, to stand in for itself in a control: `vi.mock` of it with this. */
export function readSessionAs(real: Module): Module {
  return {
    ...real,
    readSessionToken: (context, cookies) => real.readSessionToken(context, takenFor.cookies ?? cookies),
  }
}
