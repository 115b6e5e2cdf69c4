import { html, timeText } from '../pages/layout.ts'
import type { Markup, Page } from '../pages/layout.ts'
import { mailFacts } from './mail-facts.ts'
import type { MailMessage } from './message.ts'

const mostSuggestions = 50

export interface MailboxView {
  /** Mails to the filtered address, newest first. */
  messages: MailMessage[]
  /** Number of mails to all addresses. */
  all: number
  /** The filter: an address or a part of one; empty for all. */
  wanted: string
}

export function mailboxPage({ messages, all, wanted }: MailboxView): Page {
  return {
    title: 'Mailbox',
    body: html`<h1>Mailbox</h1>
      <p class="soft">
        Every mail the product sent, newest first.
        <a href="/sandbox/mailbox.json">As JSON</a>
      </p>
      ${all > 0 && searchForm(messages, wanted)}
      <section class="card" aria-label="${countWords(messages.length, wanted)}">
        ${
          messages.length === 0
            ? emptyState(all, wanted)
            : html`<p class="soft">${countWords(messages.length, wanted)}</p>
                <ul class="plain">
                  ${messages.map(listed)}
                </ul>`
        }
      </section>`,
  }
}

function searchForm(messages: MailMessage[], wanted: string): Markup {
  const addresses = [...new Set(messages.flatMap(({ to }) => to))].slice(0, mostSuggestions)
  return html`<form class="row search" method="get" action="/sandbox/mailbox" role="search">
    <label>
      To
      <input
        name="to"
        type="search"
        value="${wanted}"
        list="addresses"
        placeholder="An address, or a part of one"
        autocomplete="off"
        spellcheck="false"
      />
    </label>
    <datalist id="addresses">
      ${addresses.map((address) => html`<option value="${address}"></option>`)}
    </datalist>
    <button>Show</button>
    ${wanted !== '' && html`<a class="button" href="/sandbox/mailbox">All mail</a>`}
  </form>`
}

function emptyState(all: number, wanted: string): Markup {
  if (all > 0) return html`<p>No mail to <b>${wanted}</b>.</p>`
  return html`<h2>No mail yet</h2>
    <p class="soft">
      What the product sends appears here: book an installation, or run <code>npm run mails</code> in the
      product's folder to get one of every kind.
    </p>`
}

function countWords(count: number, wanted: string): string {
  const mails = count === 1 ? '1 mail' : `${count} mails`
  return wanted === '' ? mails : `${mails} to ${wanted}`
}

function listed(message: MailMessage): Markup {
  const { preview } = mailFacts(message.html, message.text)
  const to = [message.to.join(', '), ...message.attachments.map(({ filename }) => filename)].join(' · ')
  return html`<li>
    <a class="mail" href="/sandbox/mailbox/${message.id}">
      <b>${message.subject || '(no subject)'}</b>
      <span class="soft nowrap">${timeText(message.receivedAt).slice(0, 16)}</span>
      <span class="soft line">${preview}</span>
      <span class="soft line">${to}</span>
    </a>
  </li>`
}
