import type { LiveEvent } from '../../contract/live/events.ts'
import { CallError } from '../api/client.ts'
import { readStream } from './read-stream.ts'

/** `off`: the server refuses this account a stream. */
export type LiveState = 'starting' | 'live' | 'reconnecting' | 'off'

export type LiveListener = { onEvent: (event: LiveEvent) => void; onState: (state: LiveState) => void }

export type LiveConnection = {
  /** Connects at once if it waits for its next attempt, or if the connection has been silent for too long. */
  hurry(): void
  stop(): void
}

/** A proxy that buffers keeps the first event back. */
const helloMs = 8_000
/** More than two beats of the server. */
export const silenceMs = 35_000
/** A connection that is back within this time was never lost, as far as a reader needs to know. */
const graceMs = 2_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Refusals after which another attempt is no use: no session, another account, no access. */
const isFinal = (error: unknown): boolean =>
  error instanceof CallError && [401, 403, 409].includes(error.status)

/** Keeps a stream open and connects again after each loss, until it is stopped or refused. */
export function connectLive(account: string, { onEvent, onState }: LiveListener): LiveConnection {
  const stopped = new AbortController()
  let attempt = new AbortController()
  let pauseMs = firstPauseMs
  let heardAt = performance.now()
  let endPause: () => void = () => undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let lateness: ReturnType<typeof setTimeout> | undefined

  const isLate = (ms = graceMs): void => {
    lateness ??= setTimeout(() => onState('reconnecting'), ms)
  }
  const isInTime = (): void => {
    clearTimeout(lateness)
    lateness = undefined
    onState('live')
  }
  const hear = (event: LiveEvent): void => {
    heardAt = performance.now()
    clearTimeout(silence)
    silence = setTimeout(() => attempt.abort(), silenceMs)
    pauseMs = firstPauseMs
    if (event.event === 'away') isLate(0)
    else isInTime()
    onEvent(event)
  }
  const connectOnce = async (): Promise<void> => {
    attempt = new AbortController()
    heardAt = performance.now()
    isLate(helloMs)
    silence = setTimeout(() => attempt.abort(), silenceMs)
    try {
      await readStream(account, attempt.signal, hear)
    } finally {
      clearTimeout(silence)
    }
  }
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        await connectOnce()
      } catch (error) {
        if (isFinal(error)) {
          clearTimeout(lateness)
          return onState('off')
        }
      }
      if (stopped.signal.aborted) return
      isLate()
      // Spread, because a stopped server ends the streams of every browser at once.
      const waitMs = pauseMs * (0.2 + 0.8 * Math.random())
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      await new Promise<void>((resolve) => {
        endPause = resolve
        setTimeout(resolve, waitMs)
      })
    }
  }
  void run()
  return {
    hurry: () => {
      endPause()
      if (performance.now() - heardAt > silenceMs) attempt.abort()
    },
    stop: () => {
      stopped.abort()
      attempt.abort()
      clearTimeout(lateness)
      endPause()
    },
  }
}
