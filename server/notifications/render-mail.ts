import { createElement } from 'react'

import type { OutgoingMail } from '../context.ts'
import { calendarFile } from './calendar-file.ts'
import { isMailKind, mailKinds } from './mail-kinds.ts'
import type { MailSender } from './mail-sender.ts'
import { mailText } from './mail-text.ts'
import { withOutlookHead } from './outlook-head.ts'

type RenderedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'attachments'>
type Voice = { brandName: string; sender: MailSender }

/** The document type under which mail programs, Outlook among them, draw alike. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/**
 * A document of React is one line, and a mail may have none of more than 998 letters (RFC 5322 2.1.1): each style begins one. Quotes in
 * our words are written by their name, so this stands in tags alone.
 */
function inLines(markup: string): string {
  return markup.replaceAll(' style="', '\nstyle="')
}

/** Renders an outbox row's payload. Throws on a kind it does not know and on a payload that is not of that kind. */
export async function renderMail(
  kind: string,
  payload: unknown,
  { brandName, sender }: Voice,
): Promise<RenderedMail> {
  if (!isMailKind(kind)) throw new Error(`There is no mail of the kind ${JSON.stringify(kind)}.`)
  const content = mailKinds[kind].describe(payload, brandName)
  // Loaded with the first mail, not with the server: the components bring half a second of imports.
  const [{ renderToStaticMarkup }, { MailHtml }] = await Promise.all([
    import('react-dom/server'),
    import('./mail-html.tsx'),
  ])
  const markup = renderToStaticMarkup(createElement(MailHtml, { content, brandName }))
  return {
    subject: content.subject,
    html: withOutlookHead(doctype + inLines(markup)),
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
