import { useEffect } from 'react'
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { refreshSession } from '../identity/session.ts'
import { managedShopsKey } from '../shops/managed-shops.ts'
import { liveness, refetchQuietly, setLiveness } from './live-store.ts'
import { createNewsQueue, type News } from './news-queue.ts'
import { shareLive } from './share-live.ts'

/** Interval at which a page asks by itself while no news arrives. */
const pollMs = 20_000
const probeMs = 5_000
/** After a failed refetch while news arrives. */
const retryMs = 2_000
/** Failures in a row after which a page that is live says so. */
const failuresToTell = 3

/** Whether the news may change the data of a query. */
function isAbout(news: News, { queryKey: [name, detail] }: Query): boolean {
  switch (name) {
    case 'admin-appointments': {
      const { shopId = '' } = detail as { shopId?: string }
      return news === 'all' || shopId === '' || news.has(Number(shopId))
    }
    case 'admin-board':
    case 'work':
      return news === 'all' || news.has(Number(detail))
    case 'admin-attention':
    case 'admin-appointment':
    case 'text-conversation':
    case 'work-order':
    case 'day-price':
      return true
    default:
      return false
  }
}

/** When the oldest of the queries in view was loaded; null if one of them failed. */
function oldestLoad(queries: QueryClient): number | null {
  const shown = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: (query) => isAbout('all', query) })
    .map(({ state }) => (state.error === null ? state.dataUpdatedAt : null))
  return shown.reduce<number | null>(
    (oldest, at) => (oldest === null || at === null ? null : Math.min(oldest, at)),
    Number.POSITIVE_INFINITY,
  )
}

/** Whether the server answers at all: a page without a connection keeps its data and says so. */
async function isReachable(): Promise<boolean> {
  const tooLate = new AbortController()
  const timer = setTimeout(() => tooLate.abort(), probeMs)
  try {
    return (await fetch('/api/config', { cache: 'no-store', signal: tooLate.signal })).ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

const isVisible = () => document.visibilityState === 'visible'
/** The views behind a dialog wait; its own appointment follows at once. */
const hasDialog = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** Keeps the queries of the staff pages live for this account, while the calling page is open. */
export function useLiveQueries(account: string, mayWatch: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!mayWatch) return setLiveness('off', 0)
    setLiveness('starting', Date.now())
    let failures = 0
    const refetch = async (isMeant: (query: Query) => boolean): Promise<void> => {
      await refetchQuietly(() => queries.invalidateQueries({ predicate: isMeant }))
      const failed = queries
        .getQueryCache()
        .findAll({ type: 'active', predicate: isMeant })
        .filter(({ state }) => state.error !== null && state.data !== undefined)
      failures = failed.length === 0 ? 0 : failures + 1
      if (failures === 0) return
      // No user asked for it, and the live line says when the connection is down. An alert moves the rows.
      if (failures < failuresToTell || liveness().state !== 'live')
        for (const query of failed) query.setState({ status: 'success', error: null })
      if (liveness().state === 'live') setTimeout(() => add('all'), retryMs)
    }
    const isOfDialog = ({ queryKey: [name] }: Query) =>
      name === 'admin-appointment' ||
      name === 'day-price' ||
      name === 'text-conversation' ||
      name === 'work-order'
    const ofDialog = createNewsQueue({
      mayRefetch: isVisible,
      refetch: () => refetch(isOfDialog),
    })
    const ofViews = createNewsQueue({
      mayRefetch: () => isVisible() && !hasDialog(),
      refetch: (news) => refetch((query) => isAbout(news, query) && !isOfDialog(query)),
    })
    const add = (news: number | 'all'): void => {
      ofDialog.add(news)
      ofViews.add(news)
    }
    let hasBegun = false
    const connection = shareLive(account, {
      onEvent: (event) => {
        if (event.event === 'shop') add(event.shopId)
        else if (event.event === 'hello' || event.event === 'refresh') add('all')
        if (event.event === 'hello') {
          // The server also ends a stream when the roles of its person have changed.
          if (hasBegun) void refreshSession()
          hasBegun = true
        }
        if (event.event !== 'away') setLiveness(liveness().state, Date.now())
      },
      onState: (state) => {
        setLiveness(state, liveness().asOf)
        // The shop may have been suspended: the page then shows other views.
        if (state !== 'off') return
        void refreshSession()
        void queries.invalidateQueries({ queryKey: managedShopsKey })
      },
    })
    const poll = async (): Promise<void> => {
      if (liveness().state !== 'reconnecting' || !isVisible()) return
      connection.hurry()
      if (!(await isReachable())) return
      add('all')
    }
    const polling = setInterval(() => void poll(), pollMs)
    const unsubscribe = queries.getQueryCache().subscribe(({ type }) => {
      if (type !== 'updated' || liveness().state !== 'reconnecting') return
      const oldest = oldestLoad(queries)
      if (oldest !== null && Number.isFinite(oldest) && oldest > liveness().asOf)
        setLiveness('reconnecting', oldest)
    })
    // A device that slept, or a tab that was frozen, notices a dead connection only now.
    const wake = (): void => {
      if (isVisible()) connection.hurry()
    }
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('online', wake)
    return () => {
      connection.stop()
      ofDialog.stop()
      ofViews.stop()
      clearInterval(polling)
      unsubscribe()
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('online', wake)
    }
  }, [account, mayWatch, queries])
}
