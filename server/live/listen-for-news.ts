import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Context } from '../context.ts'

/** The channels of the triggers in `030-live.sql`: the id of a shop, and the id of a user. */
export type Channel = 'shop_news' | 'access_news'

type Listener = {
  onNews: (channel: Channel, id: string) => void
  /** News arrives from now on. */
  onFound: () => void
  /** News is missed from now on. */
  onLost: () => void
}

/** Shorter than the interval of the beats: a dead connection is noticed before a page misses two of them. */
const probeMs = 10_000
const probeTimeoutMs = 5_000
const firstPauseMs = 100
const longestPauseMs = 5_000

/**
 * Listens to the database on a connection of its own, because a connection of the pool serves one request
 * after the other. Connects again after a loss, until `signal` is aborted.
 */
export async function listenForNews(
  { config, database, log, telemetry }: Context,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const { liveReconnects } = telemetry.metrics
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await listenOnce(config.databaseListenUrl ?? database.url, signal, {
        ...listener,
        onFound: () => {
          pauseMs = firstPauseMs
          listener.onFound()
        },
      })
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, 'the connection for live news was lost')
    }
    listener.onLost()
    if (signal.aborted) return
    liveReconnects.inc()
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Listens until the connection is lost, which rejects, or until the signal. */
async function listenOnce(url: string, signal: AbortSignal, { onNews, onFound }: Listener): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'dashfit live',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    keepAlive: true,
  })
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('Connection terminated')))
  })
  // The loss may come while nothing awaits it.
  lost.catch(() => undefined)
  try {
    client.on('notification', ({ channel, payload = '' }) => onNews(channel as Channel, payload))
    await Promise.race([client.connect(), lost])
    await client.query('listen shop_news')
    await client.query('listen access_news')
    onFound()
    while (!signal.aborted) {
      await Promise.race([wait(probeMs, undefined, { signal }).catch(() => undefined), lost])
      // A connection that died silently brings no news and no error.
      if (!signal.aborted) await client.query('select 1')
    }
  } finally {
    await Promise.race([client.end().catch(() => undefined), wait(1_000, undefined, { ref: false })])
  }
}
