import { Transform } from 'node:stream'
import { createTransport } from 'nodemailer'

import type { OutgoingMail } from '../context.ts'

/** Whatever a server does, one send ends within this time; the outbox leases its rows for longer. */
export const sendDeadlineMs = 45_000

/** The server refused this mail for good: sending it again changes nothing. */
export class MailRefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MailRefusedError'
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Sends mail through the server at `url` (`smtp://` or `smtps://`, user and password in it), over a few kept
 * connections. TLS is demanded of every server but one on this machine; `?requireTLS=false` in the url waives it.
 * Throws `MailRefusedError` for a recipient that is not exactly one address and for a mail the server will never take.
 */
export function smtpClient(url: string, from: string) {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    dnsTimeout: 5_000,
    socketTimeout: 15_000,
    requireTLS: !loopback.has(new URL(url).hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  transport.use('stream', (mail, done) => {
    mail.message.transform(inOnePiece)
    done()
  })

  return {
    async send(mail: OutgoingMail): Promise<void> {
      if (!isOneAddress(mail.to)) throw new MailRefusedError('The recipient is not one email address.')
      // Ended with the mail: what AbortSignal.timeout starts would go on, thousands of them while many leave.
      const deadline = new AbortController()
      const timer = setTimeout(
        () => deadline.abort(new Error('The mail server took too long.')),
        sendDeadlineMs,
      )
      const sending = transport.sendMail({
        from,
        // As an object the address is taken as it is; a string would be read as a list.
        to: { name: '', address: mail.to },
        messageId: mail.messageId,
        // Between the parts; the library would ask the system for chance with each of them. Nobody knows the id before the mail leaves.
        baseBoundary: mail.messageId.replaceAll(/\W/g, '').slice(0, 32),
        subject: mail.subject,
        html: part('text/html', mail.html),
        text: part('text/plain', mail.text),
        attachments: mail.attachments,
        // What the library would choose for our words, after it had counted their letters.
        textEncoding: 'quoted-printable',
        // Keeps out-of-office answers from coming back (RFC 3834, and Exchange's own header).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
        signal: deadline.signal,
      })
      try {
        await sending
      } catch (error) {
        throw error instanceof Error && isRefusalForGood(error) ? new MailRefusedError(error.message) : error
      } finally {
        clearTimeout(timer)
      }
    },
    close(): void {
      transport.close()
    },
  }
}

/**
 * Words that need no encoding as they are: the library would go through them letter by letter wherever a line is longer than 76, a
 * tenth of what a mail costs. Anything else, such as a name with an accent, is left to the library.
 */
function part(type: 'text/plain' | 'text/html', words: string): string | { raw: string } {
  const needsEncoding = /[^\t\n\x20-\x7E]/.test(words) || /^.{999}/m.test(words)
  if (needsEncoding) return words
  return { raw: `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 7bit\n\n${words}` }
}

/** Puts the pieces of a mail together: each would be a write of its own, and wake the other side. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = []
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    flush(done) {
      done(null, Buffer.concat(pieces))
    },
  })
}

function isOneAddress(text: string): boolean {
  return /^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()[\]\\,;:"@\p{Cc}]+$/u.test(text)
}

/**
 * A 5xx answer to the recipient or to the mail itself. Not a 50x or 53x, nor one to the greeting, the login or the sender:
 * those say that this installation is set up wrongly, and the mail can leave once it is put right (RFC 5321 4.2.1, RFC 4954 6).
 */
function isRefusalForGood(error: Error & { command?: string; responseCode?: number }): boolean {
  const { command, responseCode = 0 } = error
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return responseCode >= 510 && responseCode <= 599 && Math.floor(responseCode / 10) !== 53
}
