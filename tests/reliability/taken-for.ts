import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * Replaces the cookies of every later request in this process that has cookies. Returns the undo function.
 */
export function takeEverybodyFor(cookies: string): () => void {
  const begins = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage }
    if (request.headers.cookie !== undefined) request.headers.cookie = cookies
  }
  subscribe('http.server.request.start', begins)
  return () => void unsubscribe('http.server.request.start', begins)
}
