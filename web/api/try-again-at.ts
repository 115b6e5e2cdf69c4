const minuteMs = 60_000

/**
 * The sentence that says when a limit ends, on the reader's clock and never too early: in seconds for less
 * than 90, else as a time of day, with the day when it is not today.
 */
export function tryAgainAt(waitSeconds: number, now = new Date()): string {
  if (waitSeconds < 90)
    return `You can try again in ${waitSeconds} ${waitSeconds === 1 ? 'second' : 'seconds'}.`
  const until = new Date(Math.ceil((now.getTime() + waitSeconds * 1000) / minuteMs) * minuteMs)
  const time = until.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  // Some browsers put a narrow no-break space before AM and PM.
  const plain = time.replaceAll(/\s/g, ' ')
  if (until.toDateString() === now.toDateString()) return `You can try again at ${plain}.`
  const day = until.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
  return `You can try again on ${day} at ${plain}.`
}
