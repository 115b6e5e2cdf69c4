import { html, timeText } from '../pages/layout.ts'
import type { Markup, Page } from '../pages/layout.ts'
import { DELIVERY_ERRORS, PHONE_MODES } from './phone-switch.ts'
import type { PhoneSwitch, TextRecord } from './records.ts'
import { phoneOf, senderOf } from './records.ts'

export interface PhoneThread {
  /** The newest message of one phone with one sender. */
  last: TextRecord
  count: number
}

export function phonesPage(threads: PhoneThread[], switches: PhoneSwitch): Page {
  return {
    title: 'Phones',
    body: html`<h1>Phones</h1>
      <p class="soft">
        Every text message (SMS) the product sent, by phone, newest first.
        <a href="/sandbox/phone.json">As JSON</a>
      </p>
      <section class="card" aria-label="Phones">
        ${
          threads.length === 0
            ? html`<h2>No text yet</h2>
                <p class="soft">Texts appear here once a shop has a number and a customer agreed to them.</p>`
            : html`<ul class="plain">
                ${threads.map(listed)}
              </ul>`
        }
      </section>
      <section class="card">
        <h2>The network</h2>
        <form class="row" method="post" action="/sandbox/phone">
          <label
            >It is
            <select name="mode">
              ${PHONE_MODES.map(
                (mode) =>
                  html`<option value="${mode}" ${mode === switches.mode && 'selected'}>${mode}</option>`,
              )}
            </select></label
          >
          <button>Set</button>
        </form>
      </section>
      <section class="card">
        <h2>Text a shop’s number</h2>
        ${replyForm('', '')}
      </section>`,
  }
}

function listed({ last, count }: PhoneThread): Markup {
  return html`<li>
    <a class="mail" href="${threadPath(senderOf(last), phoneOf(last))}">
      <b>${phoneOf(last)}</b>
      <span class="soft nowrap">${timeText(last.createdAt).slice(0, 16)}</span>
      <span class="soft line">${last.body}</span>
      <span class="soft line">with ${senderOf(last)} · ${count === 1 ? '1 text' : `${count} texts`}</span>
    </a>
  </li>`
}

export function threadPath(sender: string, phone: string): string {
  return `/sandbox/phone/${encodeURIComponent(phone)}/${encodeURIComponent(sender)}`
}

export function threadPage(
  texts: TextRecord[],
  { sender, phone, switches }: { sender: string; phone: string; switches: PhoneSwitch },
): Page {
  const failing = switches.failing[phone]
  return {
    title: phone,
    body: html`<p><a href="/sandbox/phone">All phones</a></p>
      <h1>${phone}</h1>
      <p class="soft">Texts with ${sender}, oldest first.</p>
      <section class="card" aria-label="Texts">
        <ul class="plain">
          ${texts.map(message)}
        </ul>
      </section>
      <section class="card">
        <h2>Reply</h2>
        ${replyForm(phone, sender)}
      </section>
      <section class="card">
        <h2>This phone</h2>
        <p class="soft">
          ${failing === undefined ? 'It can be reached.' : `It fails: ${failing} ${DELIVERY_ERRORS[failing]}.`}
        </p>
        <form class="row" method="post" action="/sandbox/phone">
          <input type="hidden" name="phone" value="${phone}" />
          <label
            >From now on
            <select name="errorCode">
              <option value="0">reachable</option>
              ${errorOptions(failing)}
            </select></label
          >
          <button>Set</button>
        </form>
      </section>`,
  }
}

function errorOptions(chosen?: number): Markup[] {
  return Object.entries(DELIVERY_ERRORS).map(
    ([code, says]) =>
      html`<option value="${code}" ${code === String(chosen) && 'selected'}>${code} ${says}</option>`,
  )
}

const TONES: Record<TextRecord['status'], string> = {
  queued: 'wait',
  sent: 'wait',
  delivered: 'good',
  undelivered: 'bad',
  received: '',
}

function message(text: TextRecord): Markup {
  const isOwn = text.direction === 'inbound'
  return html`<li>
    <p>
      <b>${isOwn ? 'You' : 'Shop'}</b>
      <span class="soft">${timeText(text.createdAt).slice(0, 16)}</span>
      <span class="badge ${TONES[text.status]}"
        >${text.status}${text.errorCode !== null && ` ${text.errorCode}`}</span
      >
      <br />${text.body}
    </p>
    ${text.status === 'sent' && decisionForm(text)}
  </li>`
}

function decisionForm(text: TextRecord): Markup {
  return html`<form class="row" method="post" action="/sandbox/phone/messages/${text.sid}">
    <button name="errorCode" value="0">Deliver</button>
    <button name="errorCode" value="30003">Fail: unreachable</button>
    <button name="errorCode" value="30005">Fail: unknown number</button>
  </form>`
}

function replyForm(phone: string, sender: string): Markup {
  return html`<form class="row" method="post" action="/sandbox/phone/replies">
    ${
      phone === ''
        ? html`<label>From <input name="from" inputmode="tel" placeholder="+16265550199" required /></label>
            <label>To <input name="to" inputmode="tel" placeholder="A shop’s number" required /></label>`
        : html`<input type="hidden" name="from" value="${phone}" />
            <input type="hidden" name="to" value="${sender}" />`
    }
    <label>Text <input name="body" maxlength="1600" autocomplete="off" required /></label>
    <button>Send</button>
  </form>`
}
