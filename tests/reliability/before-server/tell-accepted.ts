import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

// Read before the server: says of each request that it was accepted, at once, so that a kill cannot swallow it.
subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage }
  const probe = request.headers['x-probe']
  if (typeof probe === 'string') process.stdout.write(`accepted ${probe}\n`)
})
