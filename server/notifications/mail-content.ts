import type { AppointmentMail } from './appointment-mail.ts'

/** One block of a mail, below the one before it. */
export type MailBlock =
  /** The subject of the mail in large type: a time or an amount. */
  | { kind: 'headline'; main: string; beside: string; past?: string; look?: 'amount' | 'off' }
  /** The button. */
  | { kind: 'action'; label: string; url: string; hint?: string }
  | { kind: 'details'; rows: DetailRow[] }
  /** An important note on a background of its own. */
  | { kind: 'panel'; heading: string; lines: string[] }
  | { kind: 'list'; heading: string; items: string[] }
  | { kind: 'section'; heading: string; text: string }
  /** The jobs of a shop, each with a link to it. */
  | { kind: 'jobs'; heading: string; jobs: JobLine[]; rest?: string }

/** `time`: with the bay. `title`: the link. `alert`: the one thing that the shop must do. */
export type JobLine = {
  time: string
  title: string
  url: string
  lines: string[]
  phone?: string
  alert?: string
}

/** `phone`: ten digits, a link that calls it below the lines. */
export type DetailRow = { label: string; lines: string[]; phone?: string }

/** The content of a mail, independent of format: source of the HTML, the text and the calendar file. */
export type MailContent = {
  subject: string
  /** The line that a mailbox shows beside the subject. */
  preview: string
  badge: { text: string; tone: 'good' | 'neutral' | 'attention' }
  title: string
  opening: string
  blocks: MailBlock[]
  /** The reason for this mail and the contact for questions; a line each. */
  footer: string[]
  calendar: {
    method: 'PUBLISH' | 'CANCEL'
    appointment: AppointmentMail
    /** Missing in a mail to the customer. */
    shopEntry?: { uid: string; summary: string; description: string; url: string }
  } | null
}
