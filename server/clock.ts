/** The product's clock, in epoch milliseconds. */
export type Clock = {
  now(): number
  /** Sets the offset from the machine's clock. Only the sandbox and tests call it. */
  setOffset(milliseconds: number): void
}

/** Creates a clock that runs `offset` milliseconds ahead of the machine's. */
export function createClock(offset = 0): Clock {
  let ahead = offset
  return {
    now: () => Date.now() + ahead,
    setOffset: (milliseconds) => {
      ahead = milliseconds
    },
  }
}
