import type { Readable } from 'node:stream'
import { beatMs, type LiveEvent } from '../../contract/live/events.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { readSessionToken } from '../identity/sessions/session-cookie.ts'
import { createEventStream, type EventStream } from './event-stream.ts'
import { listenForNews, type Channel } from './listen-for-news.ts'
import { createShopNews } from './shop-news.ts'
import { findWatchedAccess, seesNewsOf, type WatchedAccess } from './watched-access.ts'

/** Streams of one session: a browser needs one, and one for each tab where it has no locks. */
const maxStreamsPerSession = 8
/** Streams of one person at one process: a board on each wall, and more sign-ins than anyone has. */
const maxStreamsPerPerson = 40
/** Interval at which every access is checked again: nothing tells that a session expires. */
const recheckMs = 60_000
/** The longest wait of a new stream for the connection that listens. */
const patienceMs = 5_000
/** After a full house: the time until a stream may have ended. */
const retryAfterSeconds = 30

type Watcher = {
  session: string
  cookies: string | null
  stream: EventStream
  /** Null until its first check. */
  access: WatchedAccess | null
  /** Checks run one after the other; a check that begins now sees what was committed before. */
  lastCheck: Promise<void>
}

/** All open event streams of one process. */
export type LiveHub = {
  /** Opens a stream for the session of the cookies. Refuses `too_many_requests`, and `unavailable`. */
  watch(cookies: string | null): Promise<Readable>
  /** Ends every stream and stops listening. */
  close(): Promise<void>
}

/** Creates the hub. It connects to the database at the first stream. */
export function createLiveHub(context: Context): LiveHub {
  const { liveStreams, liveNews } = context.telemetry.metrics
  const watchers = new Set<Watcher>()
  const stopped = new AbortController()
  const wanted = Promise.withResolvers<void>()
  let found = Promise.withResolvers<void>()
  let isListening = false

  const sendAll = (event: LiveEvent): void => {
    for (const { stream, access } of watchers) if (access) stream.send(event)
  }
  const shopNews = createShopNews((shopId) => {
    for (const { stream, access } of watchers)
      if (access && seesNewsOf(access, shopId)) stream.send({ event: 'shop', shopId })
  })

  /** Ends the stream if its access has ended or changed, or cannot be read. */
  const check = (watcher: Watcher): Promise<void> => {
    watcher.lastCheck = watcher.lastCheck.then(async () => {
      if (!watchers.has(watcher)) return
      try {
        const access = await findWatchedAccess(context, watcher.cookies)
        if (access && access.digest === (watcher.access ?? access).digest) watcher.access = access
        else watcher.stream.end()
      } catch (error) {
        context.log.warn({ err: error }, 'the access of an event stream could not be checked')
        watcher.stream.end()
      }
    })
    return watcher.lastCheck
  }
  const checkAll = (): void => {
    for (const watcher of watchers) void check(watcher)
  }

  const onNews = (channel: Channel, id: string): void => {
    liveNews.inc({ channel })
    if (channel === 'shop_news') shopNews.add(Number(id))
    // A stream in its first check may be of this person.
    else
      for (const watcher of watchers)
        if (watcher.access === null || watcher.access.userId === id) void check(watcher)
  }
  const onFound = (): void => {
    isListening = true
    found.resolve()
    checkAll()
    sendAll({ event: 'refresh' })
  }
  const onLost = (): void => {
    if (!isListening) return
    isListening = false
    found = Promise.withResolvers()
    sendAll({ event: 'away' })
  }
  // Begun here and not at the first stream, whose request has a deadline that later work would inherit.
  const listening = wanted.promise.then(() =>
    listenForNews(context, { onNews, onFound, onLost }, stopped.signal),
  )
  // While news is missed there is no beat, so that pages ask by themselves.
  const beating = setInterval(() => isListening && sendAll({ event: 'beat' }), beatMs).unref()
  const checking = setInterval(checkAll, recheckMs).unref()

  const requireListening = async (): Promise<void> => {
    wanted.resolve()
    const late = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false).unref())
    const inTime = await Promise.race([found.promise.then(() => true), late])
    if (!inTime || stopped.signal.aborted) refuse('unavailable', { retryAfterSeconds: 5 })
  }

  return {
    watch: async (cookies) => {
      const session = (cookies === null ? null : await readSessionToken(context, cookies)) ?? ''
      const open = [...watchers].filter((one) => one.session === session).length
      if (open >= maxStreamsPerSession) refuse('too_many_requests', { retryAfterSeconds })
      const stream = createEventStream(() => {
        watchers.delete(watcher)
        liveStreams.set(watchers.size)
      })
      const watcher: Watcher = { session, cookies, stream, access: null, lastCheck: Promise.resolve() }
      watchers.add(watcher)
      liveStreams.set(watchers.size)
      try {
        await requireListening()
        // The stream hears of later changes of access, so none falls between it and this check.
        await check(watcher)
        const userId = watcher.access?.userId ?? refuse('not_signed_in')
        const ofPerson = [...watchers].filter((one) => one.access?.userId === userId).length
        if (ofPerson > maxStreamsPerPerson) refuse('too_many_requests', { retryAfterSeconds })
      } catch (error) {
        stream.readable.destroy()
        throw error
      }
      stream.send({ event: 'hello' })
      return stream.readable
    },
    close: async () => {
      clearInterval(beating)
      clearInterval(checking)
      shopNews.clear()
      stopped.abort()
      for (const { stream } of watchers) stream.end()
      wanted.resolve()
      await listening
    },
  }
}
