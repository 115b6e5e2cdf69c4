import type { Handlers } from '../http/handlers.ts'
import type { LiveHub } from './hub.ts'

export function liveHandlers(hub: LiveHub) {
  return {
    'live.watch': async ({ device, setHeader }) => {
      const stream = await hub.watch(device.cookies)
      // Without these a proxy may compress the stream, or keep events until its buffer is full.
      setHeader('cache-control', 'no-store, no-transform')
      setHeader('x-accel-buffering', 'no')
      return stream
    },
  } satisfies Partial<Handlers>
}
