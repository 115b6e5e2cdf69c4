/** Least interval between two refetches. */
const throttleMs = 500

/** The news that a refetch is for: every shop, or some. */
export type News = 'all' | ReadonlySet<number>

type Options = {
  /** Refetches what the news is about. News that arrives meanwhile waits for the next refetch. */
  refetch: (news: News) => Promise<void>
  /** Whether the page may change now: not while it is hidden or a dialog is open. */
  mayRefetch: () => boolean
}

/**
 * Collects news and refetches, one refetch at a time and at most one in 500 ms. A refetch that is in flight
 * when news arrives may have read before the change, so another follows it.
 */
export function createNewsQueue({ refetch, mayRefetch }: Options) {
  let waiting: News | null = null
  let isRunning = false
  const stopped = new AbortController()
  const pause = () => new Promise((resolve) => setTimeout(resolve, throttleMs))
  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    while (waiting !== null && !stopped.signal.aborted) {
      if (mayRefetch()) {
        const news = waiting
        waiting = null
        await refetch(news)
      }
      await pause()
    }
    isRunning = false
  }
  return {
    add: (news: number | 'all'): void => {
      if (news === 'all' || waiting === 'all') waiting = 'all'
      else waiting = new Set([...(waiting ?? []), news])
      void run()
    },
    stop: (): void => stopped.abort(),
  }
}
