import { html, timeText } from '../pages/layout.ts'
import type { Markup, Page } from '../pages/layout.ts'
import { calendarFacts } from './calendar-facts.ts'
import { mailFacts } from './mail-facts.ts'
import type { MailAttachment, MailMessage } from './message.ts'
import type { ColorScheme } from './mail-document.ts'

/**
 * One mail in all its variants: narrow and wide, light and dark, with and without images, and as plain text.
 */
export function messagePage(message: MailMessage, pictures: boolean): Page {
  return {
    title: message.subject || 'Mail',
    wide: true,
    body: html`<p><a href="/sandbox/mailbox">All mail</a></p>
      <h1>${message.subject || '(no subject)'}</h1>
      ${envelope(message)} ${message.html !== '' && shownFrames(message, pictures)}
      <section class="card">
        <h2>As text alone</h2>
        <pre>${message.text || '(none)'}</pre>
      </section>
      ${message.attachments.map(
        (attachment, at) =>
          attachment.contentType === 'text/calendar' && calendarSection(message.id, attachment, at),
      )}
      ${message.html !== '' && linksSection(message)} ${headersSection(message)}`,
  }
}

export function missingMessagePage(): Page {
  return {
    title: 'Not found',
    body: html`<h1>There is no such mail</h1>
      <p><a href="/sandbox/mailbox">All mail</a></p>`,
  }
}

function envelope(message: MailMessage): Markup {
  const { preview, bytes, pictures } = mailFacts(message.html, message.text)
  const facts: [string, string | Markup][] = [
    ['From', message.from],
    ['To', message.to.join(', ')],
    ['Received', timeText(message.receivedAt)],
    ['Beside the subject', preview],
    [
      'HTML',
      `${(bytes / 1000).toFixed(1)} kB (Gmail shows 102), ${pictures === 0 ? 'no pictures' : `pictures: ${pictures}`}`,
    ],
  ]
  return html`<dl>
    ${facts.map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    )}
    ${
      message.attachments.length > 0 &&
      html`<dt>Attached</dt>
        <dd>
          ${message.attachments.map(
            ({ filename }, at) =>
              html`<a href="/sandbox/mailbox/${message.id}/attachments/${at}">${filename}</a> `,
          )}
        </dd>`
    }
  </dl>`
}

function shownFrames({ id }: MailMessage, pictures: boolean): Markup {
  const frame = (words: string, kind: string, light: ColorScheme) =>
    html`<figure class="${kind} ${light}">
      <figcaption>${words}</figcaption>
      <div class="sideways" tabindex="0" role="region" aria-label="${words}">
        <iframe
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          title="The mail: ${words}"
          src="/sandbox/mailbox/${id}/html?light=${light}${!pictures && '&pictures=off'}"
        ></iframe>
      </div>
    </figure>`
  const choice = (words: string, isChosen: boolean, query: string) =>
    html`<a href="/sandbox/mailbox/${id}${query}" ${isChosen && html`aria-current="page"`}>${words}</a>`
  return html`<section aria-label="The mail as its readers see it">
    <nav class="choice" aria-label="Pictures">
      ${choice('With pictures', pictures, '')} ${choice('Without pictures', !pictures, '?pictures=off')}
    </nav>
    <div class="frames">
      ${frame('Phone, light', 'phone', 'light')} ${frame('Phone, dark', 'phone', 'dark')}
      ${frame('Phone, turned dark by the mail program (roughly)', 'phone forced', 'light')}
    </div>
    <div class="frames">
      ${frame('Desktop, light', 'desktop', 'light')} ${frame('Desktop, dark', 'desktop', 'dark')}
    </div>
  </section>`
}

function calendarSection(id: string, { filename, content }: MailAttachment, at: number): Markup {
  return html`<section class="card">
    <h2>Calendar file</h2>
    <dl>
      ${calendarFacts(content).map(
        ([label, words]) =>
          html`<dt>${label}</dt>
            <dd class="kept">${words}</dd>`,
      )}
    </dl>
    <p><a href="/sandbox/mailbox/${id}/attachments/${at}">${filename}</a></p>
    <details>
      <summary>The file itself</summary>
      <pre>${content}</pre>
    </details>
  </section>`
}

function linksSection(message: MailMessage): Markup {
  const { links } = mailFacts(message.html, message.text)
  return html`<section class="card">
    <h2>Where it leads</h2>
    ${
      links.length === 0
        ? html`<p class="soft">No links.</p>`
        : html`<dl>
            ${links.map(
              ({ words, address }) =>
                html`<dt>${words === address ? 'The same, written out' : words || '(no words)'}</dt>
                  <dd class="mono">${address}</dd>`,
            )}
          </dl>`
    }
  </section>`
}

function headersSection({ headers = [] }: MailMessage): Markup {
  return html`<section class="card">
    <details>
      <summary>Headers (${headers.length})</summary>
      <dl>
        ${headers.map(
          ({ name, value }) =>
            html`<dt class="mono">${name}</dt>
              <dd class="mono">${value}</dd>`,
        )}
      </dl>
    </details>
  </section>`
}
