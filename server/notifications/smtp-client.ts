import { Transform } from 'node:stream'
import { createTransport } from 'nodemailer'

import type { OutgoingMail } from '../context.ts'

/** Upper limit for one send in milliseconds; the outbox leases its rows for longer. */
export const sendDeadlineMs = 45_000

/** The server refused this mail permanently: a retry is pointless. */
export class MailRefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MailRefusedError'
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Sends mail through the server at `url` (`smtp://` or `smtps://`, with user and password) over a pool of
 * connections. TLS is required except on loopback; `?requireTLS=false` in the url waives it. Throws
 * `MailRefusedError` for a recipient that is not exactly one address and for a permanently refused mail.
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
    mail.message.transform(joinChunks)
    done()
  })

  return {
    async send(mail: OutgoingMail): Promise<void> {
      if (!isOneAddress(mail.to)) throw new MailRefusedError('The recipient is not one email address.')
      // The timer is cleared after each mail: AbortSignal.timeout would leave thousands of timers running
      // under load.
      const deadline = new AbortController()
      const timer = setTimeout(
        () => deadline.abort(new Error('The mail server took too long.')),
        sendDeadlineMs,
      )
      const sending = transport.sendMail({
        from,
        // As an object the address is used verbatim; a string would be parsed as a list.
        to: { name: '', address: mail.to },
        ...(mail.replyTo !== undefined &&
          isOneAddress(mail.replyTo) && { replyTo: { name: '', address: mail.replyTo } }),
        messageId: mail.messageId,
        // The boundary between the parts. The library would read system randomness for each part, and the id
        // is unpredictable before the mail is sent.
        baseBoundary: mail.messageId.replaceAll(/\W/g, '').slice(0, 32),
        subject: mail.subject,
        html: part('text/html', mail.html),
        text: part('text/plain', mail.text),
        attachments: mail.attachments,
        // The library's own choice for our texts, without its scan of the characters.
        textEncoding: 'quoted-printable',
        // Suppresses out-of-office replies (RFC 3834, and Exchange's own header).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
        signal: deadline.signal,
      })
      try {
        await sending
      } catch (error) {
        throw error instanceof Error && isPermanentRefusal(error)
          ? new MailRefusedError(error.message)
          : error
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
 * Passes text that needs no encoding through as raw: the library scans it character by character if a line
 * exceeds 76, a tenth of the cost of a mail. Any other text, such as a name with an accent, is left to the
 * library.
 */
function part(type: 'text/plain' | 'text/html', words: string): string | { raw: string } {
  const needsEncoding = /[^\t\n\x20-\x7E]/.test(words) || /^.{999}/m.test(words)
  if (needsEncoding) return words
  return { raw: `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 7bit\n\n${words}` }
}

/** Joins the chunks of a mail: each would be a separate write and wake the other side. */
function joinChunks(): Transform {
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
 * Whether the reply is a 5xx to the recipient or to the mail itself. Codes 50x and 53x, and replies to the
 * greeting, the login or the sender, indicate a misconfigured installation: the mail can be sent once that is
 * fixed (RFC 5321 4.2.1, RFC 4954 6).
 */
function isPermanentRefusal(error: Error & { command?: string; responseCode?: number }): boolean {
  const { command, responseCode = 0 } = error
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return responseCode >= 510 && responseCode <= 599 && Math.floor(responseCode / 10) !== 53
}
