import { createElement } from 'react'

import type { OutgoingMail } from '../context.ts'
import { calendarFile } from './calendar-file.ts'
import { isMailKind, mailKinds } from './mail-kinds.ts'
import type { MailSender } from './mail-sender.ts'
import { mailText } from './mail-text.ts'
import { withOutlookHead } from './outlook-head.ts'

type RenderedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text'> & {
  attachments: { filename: string; content: string; contentType: string }[]
}
type Voice = {
  brandName: string
  sender: MailSender
  /** Leaves out the text that people typed. */
  isPlain?: boolean
}

/** The document type under which all mail clients, Outlook among them, render alike. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/**
 * React renders one line, but RFC 5322 (2.1.1) limits a line to 998 characters, so each style attribute
 * starts a new one. React escapes quotes in text, so the pattern matches in tags only.
 */
function breakLines(markup: string): string {
  return markup.replaceAll(' style="', '\nstyle="')
}

/** Renders an outbox payload. Throws on an unknown kind and on a payload that is not of the kind. */
export async function renderMail(
  kind: string,
  payload: unknown,
  { brandName, sender, isPlain = false }: Voice,
): Promise<RenderedMail> {
  if (!isMailKind(kind)) throw new Error(`There is no mail of the kind ${JSON.stringify(kind)}.`)
  const { describe, describePlain } = mailKinds[kind]
  const content = (isPlain ? describePlain : describe)(payload, brandName)
  // Loaded with the first mail, not at startup: the components take half a second to import.
  const [{ renderToStaticMarkup }, { MailHtml }] = await Promise.all([
    import('react-dom/server'),
    import('./mail-html.tsx'),
  ])
  const markup = renderToStaticMarkup(createElement(MailHtml, { content, brandName }))
  return {
    subject: content.subject,
    html: withOutlookHead(doctype + breakLines(markup)),
    text: mailText(content, brandName),
    attachments:
      content.calendar === null
        ? []
        : [
            {
              filename: 'appointment.ics',
              content: calendarFile(content.calendar, sender),
              contentType: `text/calendar; charset=utf-8; method=${content.calendar.method}`,
            },
          ],
  }
}
