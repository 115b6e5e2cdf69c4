import type { AppointmentMail } from './appointment-mail.ts'

/** One piece of a mail, shown below the one before it. */
export type MailBlock =
  /** What the mail is about, large: a time or an amount. */
  | { kind: 'headline'; main: string; beside: string; past?: string; look?: 'amount' | 'off' }
  /** The one thing to press. */
  | { kind: 'action'; label: string; url: string; hint?: string }
  | { kind: 'details'; rows: DetailRow[] }
  /** What must not be overlooked, on a ground of its own. */
  | { kind: 'panel'; heading: string; lines: string[] }
  | { kind: 'list'; heading: string; items: string[] }
  | { kind: 'section'; heading: string; text: string }

export type DetailRow = { label: string; lines: string[] }

/** A mail in words, told once for the HTML, the text and the calendar file. */
export type MailContent = {
  subject: string
  /** What a mailbox shows beside the subject. */
  preview: string
  badge: { text: string; tone: 'good' | 'neutral' | 'attention' }
  title: string
  opening: string
  blocks: MailBlock[]
  /** Why this mail came to this address, and how to reach whom it is about; a line each. */
  footer: string[]
  calendar: { method: 'PUBLISH' | 'CANCEL'; appointment: AppointmentMail } | null
}
