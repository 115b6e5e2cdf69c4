import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export type CountingMailbox = {
  smtpUrl: string
  /** Deliveries of each mail by its sender's id. Most mailboxes would show duplicates once. */
  taken: Map<string, number>
  close(): Promise<void>
}

/** Accepts every mail after a delay and counts deliveries by id, without deduplication. */
export async function startCountingMailbox(delayMs: number): Promise<CountingMailbox> {
  const taken = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onData: (stream, _session, done) => {
      const read = async (): Promise<void> => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const id = /^message-id:\s*<([^@>]+)@/im.exec(Buffer.concat(chunks).toString('utf8'))?.[1] ?? 'none'
        taken.set(id, (taken.get(id) ?? 0) + 1)
        await wait(delayMs)
      }
      read().then(
        () => done(),
        (error: unknown) => done(error as Error),
      )
    },
  })
  // A client that is killed in the middle of a mail resets the connection.
  server.on('error', () => undefined)
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const net = server.listen(0, '127.0.0.1', () => resolve(net.address() as AddressInfo))
  })
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
