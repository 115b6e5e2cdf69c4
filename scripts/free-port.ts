import { createServer } from 'node:net'

const firstPort = 10_240
const portCount = 22_528
/** Processes that search at the same moment start at different ports. */
let next = (process.pid * 64) % portCount

/**
 * Finds a free port of localhost, a different one at each call. It is below the ephemeral ports (Linux: 32768
 * and up; RFC 6335: 49152 and up), so that it is still free when it is bound.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries++) {
    const port = firstPort + next
    next = (next + 1) % portCount
    if (await isPortFree(port)) return port
  }
  throw new Error('No port is free on localhost.')
}

/** Whether the port is free on both addresses of localhost. */
export async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(port, host)))
  return answers.every(Boolean)
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    // Machines without IPv6 have no ::1.
    probe.once('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    )
    probe.listen({ port, host }, () => probe.close(() => done(true)))
  })
}
