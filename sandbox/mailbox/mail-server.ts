import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { SandboxClock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import { parseMail } from './message.ts'
import type { MailRecords } from './message.ts'

export interface MailServer {
  port: number
  close(): Promise<void>
}

const LARGEST_MAIL = 10 * 1024 * 1024
/** Mail to bounce@… and bounce+anything@… is refused permanently, to test bounces. */
const bouncing = /^bounce(\+[^@]*)?@/i

/**
 * Accepts mail for every address and relays none. It answers "accepted" only after the mail is journalled.
 */
export async function startMailServer(
  mail: Journal<MailRecords>,
  clock: SandboxClock,
  port: number,
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    closeTimeout: 500,
    onRcptTo({ address }, _session, done) {
      if (!bouncing.test(address)) return done()
      return done(Object.assign(new Error('5.1.1 The mailbox does not exist'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      receive(stream, session).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error('The mail could not be stored')),
      )
    },
  })

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    if (stream.sizeExceeded) throw new Error('The mail is larger than 10 MB')
    const parsed = await parseMail(Buffer.concat(chunks))
    const to = [...new Set(session.envelope.rcptTo.map((recipient) => recipient.address))]
    mail.transaction((records) => {
      const already = parsed.messageId === '' ? [] : records.listBy('message', 'messageId', parsed.messageId)
      const fresh = to.filter((address) => !already.some((known) => known.to.includes(address)))
      if (fresh.length === 0) return
      const id = randomUUID()
      records.put('message', id, {
        id,
        receivedAt: new Date(clock.now()).toISOString(),
        ...parsed,
        to: fresh,
      })
    })
  }

  // A client that disconnects early must not crash the process.
  server.on('error', () => undefined)
  const listening = await new Promise<AddressInfo>((resolve, reject) => {
    const net = server.listen(port, '127.0.0.1', () => resolve(net.address() as AddressInfo))
    net.once('error', reject)
  })
  return {
    port: listening.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
