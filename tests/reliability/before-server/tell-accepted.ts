import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

// Preloaded: reports each accepted request at once, so that a kill cannot lose the report.
subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage }
  const probe = request.headers['x-probe']
  if (typeof probe === 'string') process.stdout.write(`accepted ${probe}\n`)
})
