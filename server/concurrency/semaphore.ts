/** Takes one permit, waiting for at most `waitMs`: returns the function that gives it back, or null. */
export type Semaphore = (waitMs: number) => Promise<(() => void) | null>

/** A semaphore of one process with this many permits. Waiting callers get them in order. */
export function createSemaphore(permits: number): Semaphore {
  let taken = 0
  const waiting = new Set<() => void>()

  function giveBack(): () => void {
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      const [next] = waiting
      if (next === undefined) taken -= 1
      else next()
    }
  }

  return async (waitMs) => {
    if (taken < permits) {
      taken += 1
      return giveBack()
    }
    return new Promise((resolve) => {
      const leave = (permit: (() => void) | null): void => {
        clearTimeout(timer)
        waiting.delete(next)
        resolve(permit)
      }
      const next = (): void => leave(giveBack())
      const timer = setTimeout(() => leave(null), waitMs)
      waiting.add(next)
    })
  }
}
