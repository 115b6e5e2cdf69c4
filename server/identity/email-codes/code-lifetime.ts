/** Lifetime of a sign-in code, in milliseconds. Its mail and its page say 10 minutes. */
export const codeLifetimeMs = 10 * 60_000
