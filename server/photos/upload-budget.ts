import { refuse } from '../../contract/refusals.ts'

/** Bytes of photos that one process holds in memory at once: 8 of the largest. */
const mostBytes = 96 * 1024 * 1024

const busy = 'Many photos are being sent right now. Please try again in a few seconds.'

/** A budget of bytes in memory. */
export function createBudget(most: number) {
  let taken = 0
  /** Runs the work while this many bytes count as taken. Refuses as `unavailable` when they are not left. */
  return async <Result>(bytes: number, work: () => Promise<Result>): Promise<Result> => {
    if (taken + bytes > most) return refuse('unavailable', { sentence: busy, retryAfterSeconds: 5 })
    taken += bytes
    try {
      return await work()
    } finally {
      taken -= bytes
    }
  }
}

/** The budget of this process for photos that are being received. */
export const withinUploadBudget = createBudget(mostBytes)
