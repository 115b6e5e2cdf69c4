import { Readable } from 'node:stream'
import { writeEvent, type LiveEvent } from '../../contract/live/events.ts'

/** Bytes that wait for a reader before it counts as gone: some hundred events. */
const maxWaitingBytes = 16 * 1024

/** Time for a reader to receive the last events. */
const endMs = 500

/** A stream of events for one page, without an end of its own. */
export type EventStream = {
  readable: Readable
  /** Sends an event. Ends the stream of a reader that does not keep up; its page connects again. */
  send(event: LiveEvent): void
  end(): void
}

/** Creates a stream. `onClose` runs once it is over, whichever side ended it. */
export function createEventStream(onClose: () => void): EventStream {
  const readable = new Readable({ read: () => undefined, highWaterMark: maxWaitingBytes })
  let isOver = false
  readable.once('close', onClose)
  return {
    readable,
    send: (event) => {
      if (isOver || readable.destroyed) return
      if (!readable.push(writeEvent(event))) readable.destroy()
    },
    end: () => {
      if (isOver || readable.destroyed) return
      isOver = true
      readable.push(null)
      // A reader that does not read would keep it open.
      setTimeout(() => readable.destroy(), endMs).unref()
    },
  }
}
