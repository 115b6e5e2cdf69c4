const length = 6

/** The digits of a typed or pasted code: '482 913' and 'Code: 482913.' are '482913'. At most six. */
export function digitsOf(typed: string): string {
  return typed.replaceAll(/\D/g, '').slice(0, length)
}

/** Whether all digits of a code are there. */
export function isWholeCode(digits: string): boolean {
  return digits.length === length
}

const waitMs = 30_000

/**
 * Seconds until a new code can be sent, from 30 down to 0. `requestedAt` and `now` are epoch milliseconds.
 */
export function secondsToWait(requestedAt: number, now: number): number {
  const left = Math.ceil((requestedAt + waitMs - now) / 1000)
  // A clock that was set back must not lock the button.
  return Math.min(waitMs / 1000, Math.max(0, left))
}
