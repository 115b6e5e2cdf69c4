import { createElement } from 'react'

import type { OutgoingMail } from '../context.ts'
import { calendarFile } from './calendar-file.ts'
import { isMailKind, mailKinds } from './mail-kinds.ts'
import type { MailSender } from './mail-sender.ts'
import { mailText } from './mail-text.ts'
import { withOutlookHead } from './outlook-head.ts'

type RenderedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'attachments'>
type Voice = { brandName: string; sender: MailSender }

/** Renders an outbox row's payload. Throws on a kind it does not know and on a payload that is not of that kind. */
export async function renderMail(
  kind: string,
  payload: unknown,
  { brandName, sender }: Voice,
): Promise<RenderedMail> {
  if (!isMailKind(kind)) throw new Error(`There is no mail of the kind ${JSON.stringify(kind)}.`)
  const content = mailKinds[kind].describe(payload, brandName)
  // Loaded with the first mail, not with the server: the components bring half a second of imports.
  const [{ render }, { MailHtml }] = await Promise.all([
    import('@react-email/render'),
    import('./mail-html.tsx'),
  ])
  return {
    subject: content.subject,
    html: withOutlookHead(await render(createElement(MailHtml, { content, brandName }))),
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
