import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** From now on every request in this process that has cookies comes with these in their place. Gives what ends that. */
export function takeEverybodyFor(cookies: string): () => void {
  const begins = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage }
    if (request.headers.cookie !== undefined) request.headers.cookie = cookies
  }
  subscribe('http.server.request.start', begins)
  return () => void unsubscribe('http.server.request.start', begins)
}
