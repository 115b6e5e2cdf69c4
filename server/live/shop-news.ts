/** Least interval between two events about one shop. */
const throttleMs = 250

/**
 * Throttles news by shop: tells the first at once, and all within the interval after it as one at its end.
 */
export function createShopNews(tell: (shopId: number) => void): { add(shopId: number): void; clear(): void } {
  const recent = new Map<number, { timer: NodeJS.Timeout; isWaiting: boolean }>()
  const start = (shopId: number): void => {
    tell(shopId)
    const timer = setTimeout(() => {
      const { isWaiting } = recent.get(shopId) ?? {}
      recent.delete(shopId)
      if (isWaiting) start(shopId)
    }, throttleMs)
    timer.unref()
    recent.set(shopId, { timer, isWaiting: false })
  }
  return {
    add: (shopId) => {
      const entry = recent.get(shopId)
      if (entry) entry.isWaiting = true
      else start(shopId)
    },
    clear: () => {
      for (const { timer } of recent.values()) clearTimeout(timer)
      recent.clear()
    },
  }
}
