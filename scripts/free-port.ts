import { createServer } from 'node:net'

/** Any port that is free on the loopback interface now. */
export async function findFreePort(): Promise<number> {
  const port = await tryPort(0, '127.0.0.1')
  if (port === undefined) throw new Error('No port is free on 127.0.0.1.')
  return port
}

/** Whether nothing listens on the port, on either of the addresses that localhost may mean. */
export async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => tryPort(port, host)))
  return answers.every((answer) => answer !== undefined)
}

function tryPort(port: number, host: string): Promise<number | undefined> {
  return new Promise((done) => {
    const probe = createServer()
    // A machine without IPv6 has nobody on ::1 either.
    probe.once('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' ? port : undefined),
    )
    probe.listen({ port, host }, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}
