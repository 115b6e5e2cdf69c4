import PostalMime from 'postal-mime'
import type { Address } from 'postal-mime'
import type { Indexes } from '../journal.ts'

export interface MailAttachment {
  filename: string
  contentType: string
  /** Text for calendars, base64 for everything else. */
  content: string
}

export interface MailHeader {
  name: string
  value: string
}

export interface MailMessage {
  id: string
  receivedAt: string
  messageId: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  attachments: MailAttachment[]
  /** In the order of arrival; missing in mail that was stored before headers were. */
  headers?: MailHeader[]
}

export interface MailRecords {
  message: MailMessage
}

export const MAIL_INDEXES: Indexes<MailRecords> = { message: { messageId: (mail) => mail.messageId } }

export type ParsedMail = Omit<MailMessage, 'id' | 'receivedAt' | 'to'>

export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw)
  return {
    messageId: mail.messageId ?? '',
    from: addressText(mail.from),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: mail.attachments.map((attachment) => {
      const bytes = toBuffer(attachment.content)
      const contentType = attachment.mimeType.toLowerCase()
      const isCalendar = contentType === 'text/calendar'
      return {
        filename: attachment.filename ?? (isCalendar ? 'invite.ics' : 'attachment'),
        contentType,
        content: isCalendar ? calendarText(bytes.toString('utf8')) : bytes.toString('base64'),
      }
    }),
  }
}

/** The parser joins the lines of a text part with bare newlines; RFC 5545 requires CRLF. */
function calendarText(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}

function toBuffer(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

function addressText(address: Address | undefined): string {
  if (!address) return ''
  if (address.address === undefined) return address.name
  return address.name === '' ? address.address : `${address.name} <${address.address}>`
}
