import type { LiveEvent } from '../../contract/live/events.ts'
import { openChannel } from '../ui/open-channel.ts'
import { connectLive, silenceMs, type LiveConnection, type LiveListener } from './live-connection.ts'
import type { LiveState } from './live-connection.ts'

/** Messages between the tabs of one browser. `ask`: another tab wants the state, and the connection now. */
type TabMessage = { kind: 'event'; event: LiveEvent } | { kind: 'state'; state: LiveState } | { kind: 'ask' }

/** Interval at which the tab with the connection repeats its state. */
const sayMs = 10_000

/**
 * Keeps one connection per browser, however many tabs: the tab with the Web Lock has it and passes its events
 * on. Without locks or channels, as on a page without TLS, each tab connects by itself.
 */
export function shareLive(account: string, listener: LiveListener): LiveConnection {
  const channel = openChannel(`live ${account}`)
  // Missing where the page is not secure.
  const locks = navigator.locks as LockManager | undefined
  if (!channel || !locks) return connectLive(account, listener)

  const stopped = new AbortController()
  let own: { connection: LiveConnection; state: LiveState; release: () => void } | null = null
  let queued = new AbortController()
  let heardAt = performance.now()
  let isFollowing = false
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: its pages are all ours
  const post = (message: TabMessage): void => channel.postMessage(message)

  /** Holds the lock, and with it the connection, until it is released or stolen. */
  const lead = (): Promise<void> =>
    new Promise((release) => {
      isFollowing = false
      const connection = connectLive(account, {
        onEvent: (event) => {
          post({ kind: 'event', event })
          listener.onEvent(event)
        },
        onState: (state) => {
          if (own) own.state = state
          post({ kind: 'state', state })
          listener.onState(state)
        },
      })
      own = { connection, state: 'starting', release }
    })
  const step = (): void => {
    own?.connection.stop()
    own?.release()
    own = null
  }
  const queue = (): void => {
    queued = new AbortController()
    locks
      .request(`dashfit-live:${account}`, { signal: queued.signal }, () =>
        stopped.signal.aborted ? null : lead(),
      )
      .catch(() => fallBack())
  }
  /** Takes the lock from a tab that has fallen silent: the browser may have frozen it. */
  const steal = (): void => {
    queued.abort()
    locks
      .request(`dashfit-live:${account}`, { steal: true }, () => (stopped.signal.aborted ? null : lead()))
      .catch(() => fallBack())
  }
  /** After another tab has stolen the lock. */
  const fallBack = (): void => {
    if (stopped.signal.aborted || own === null) return
    step()
    heardAt = performance.now()
    queue()
  }

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'ask') {
      if (!own) return
      post({ kind: 'state', state: own.state })
      own.connection.hurry()
    } else if (!own) {
      heardAt = performance.now()
      if (data.kind === 'event') listener.onEvent(data.event)
      else {
        // What this tab has loaded may be older than the connection that it joins.
        if (!isFollowing && data.state === 'live') listener.onEvent({ event: 'hello' })
        isFollowing = data.state === 'live'
        listener.onState(data.state)
      }
    }
  })
  const saying = setInterval(() => {
    if (own) return post({ kind: 'state', state: own.state })
    if (performance.now() - heardAt < silenceMs) return
    listener.onState('reconnecting')
    heardAt = performance.now()
    if (document.visibilityState === 'visible') steal()
  }, sayMs)

  queue()
  post({ kind: 'ask' })
  return {
    hurry: () => {
      if (own) own.connection.hurry()
      else post({ kind: 'ask' })
    },
    stop: () => {
      stopped.abort()
      clearInterval(saying)
      step()
      queued.abort()
      channel.close()
    },
  }
}
