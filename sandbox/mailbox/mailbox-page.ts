import { html, timeText } from '../pages/layout.ts'
import type { Page } from '../pages/layout.ts'
import type { MailMessage } from './message.ts'

export function mailboxPage(messages: MailMessage[], to: string | undefined): Page {
  return {
    title: 'Mailbox',
    body: html`<h1>Mailbox</h1>
      <p class="soft">
        Every mail the product sent, newest first${to && html`, to <b>${to}</b>`}.
        <a href="/sandbox/mailbox.json">As JSON</a>
      </p>
      <section class="card">
        ${
          messages.length === 0
            ? html`<p>No mail yet.</p>`
            : html`<ul class="plain">
                ${messages.map(
                  (message) =>
                    html`<li>
                      <a class="mail" href="/sandbox/mailbox/${message.id}">
                        <b>${message.subject || '(no subject)'}</b
                        ><span class="soft nowrap">${timeText(message.receivedAt).slice(5, 16)}</span>
                        <span class="soft"
                          >${message.to.join(', ')}${message.attachments.length > 0 && ` · ${message.attachments.map((one) => one.filename).join(', ')}`}</span
                        ></a
                      >
                    </li>`,
                )}
              </ul>`
        }
      </section>`,
  }
}

export function messagePage(message: MailMessage): Page {
  return {
    title: message.subject || 'Mail',
    body: html`<p><a href="/sandbox/mailbox">All mail</a></p>
      <h1>${message.subject || '(no subject)'}</h1>
      <dl>
        <dt>From</dt>
        <dd>${message.from}</dd>
        <dt>To</dt>
        <dd>${message.to.join(', ')}</dd>
        <dt>Received</dt>
        <dd>${timeText(message.receivedAt)}</dd>
        ${
          message.attachments.length > 0 &&
          html`<dt>Attached</dt>
            <dd>
              ${message.attachments.map(
                (attachment, at) =>
                  html`<a href="/sandbox/mailbox/${message.id}/attachments/${at}"
                    >${attachment.filename}</a
                  > `,
              )}
            </dd>`
        }
      </dl>
      ${message.html !== '' && html`<section class="card sheet"><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as its reader sees it" src="/sandbox/mailbox/${message.id}/html"></iframe></section>`}
      <section class="card">
        <details ${message.html === '' && 'open'}>
          <summary>Text version</summary>
          <pre>${message.text || '(none)'}</pre>
        </details>
      </section>`,
  }
}

export function missingMessagePage(): Page {
  return {
    title: 'Not found',
    body: html`<h1>There is no such mail</h1>
      <p><a href="/sandbox/mailbox">All mail</a></p>`,
  }
}
