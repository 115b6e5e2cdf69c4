import { createServer } from 'node:net'

const firstPort = 10_240
const portCount = 22_528
/** Processes that look at the same moment begin at different places. */
let next = (process.pid * 64) % portCount

/**
 * A port that nobody listens on at localhost now, another one at each call. It is below those that systems hand out for
 * outgoing connections (Linux: 32768 and up; RFC 6335: 49152 and up), so that it is still free when it is listened on.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries++) {
    const port = firstPort + next
    next = (next + 1) % portCount
    if (await isPortFree(port)) return port
  }
  throw new Error('No port is free on localhost.')
}

/** Whether nothing listens on the port, on either of the addresses that localhost may mean. */
export async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(port, host)))
  return answers.every(Boolean)
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    // A machine without IPv6 has nobody on ::1 either.
    probe.once('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    )
    probe.listen({ port, host }, () => probe.close(() => done(true)))
  })
}
