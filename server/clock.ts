/** The product's one clock. Epoch milliseconds. */
export type Clock = {
  now(): number
  /** Sets how far the clock runs ahead of the machine's. Only the sandbox and tests turn it. */
  setOffset(milliseconds: number): void
}

/** A clock that runs `offset` milliseconds ahead of the machine's. */
export function createClock(offset = 0): Clock {
  let ahead = offset
  return {
    now: () => Date.now() + ahead,
    setOffset: (milliseconds) => {
      ahead = milliseconds
    },
  }
}
