import { TEST_CARDS } from '../card-processor/test-cards.ts'
import { html, timeText } from './layout.ts'
import type { Markup, Page } from './layout.ts'
import { switchesSection } from './switches-section.ts'
import type { SwitchFacts } from './switches-section.ts'

export interface HomeFacts {
  now: number
  offsetSeconds: number
  productUrl: string
  mails: number
  texts: number
  payments: number
  switches: SwitchFacts
  clockAnswer: string | undefined
}

const STEPS: readonly [label: string, seconds: number][] = [
  ['+1 hour', 3600],
  ['+1 day', 86_400],
  ['+3 days', 3 * 86_400],
  ['+1 week', 7 * 86_400],
]

export function homePage(facts: HomeFacts): Page {
  return {
    title: 'Overview',
    body: html` <h1>The outside world, on this machine</h1>
      <p class="soft">
        No real money, no real mail and no real texts. The product talks to these stand-ins exactly as it
        talks to the real providers; only the addresses in its configuration differ.
      </p>
      ${clockNotice(facts.clockAnswer)}
      <div class="grid">
        <section class="card">
          <h2>Clock</h2>
          <p class="clock">${timeText(facts.now)}</p>
          <p class="soft">
            ${aheadText(facts.offsetSeconds)} Moving it moves the product's clock too and runs what has fallen
            due on both sides.
          </p>
          <form class="row" method="post" action="/sandbox/clock">
            ${STEPS.map(
              ([label, seconds]) => html`<button name="advanceSeconds" value="${seconds}">${label}</button>`,
            )}
          </form>
        </section>
        <section class="card">
          <h2>Places</h2>
          <ul class="plain">
            <li>
              <p>
                <a href="${facts.productUrl}">The product</a><br /><span class="soft"
                  >${facts.productUrl}</span
                >
              </p>
            </li>
            <li>
              <p>
                <a href="/sandbox/mailbox">Mailbox</a><br /><span class="soft"
                  >${facts.mails} ${facts.mails === 1 ? 'mail' : 'mails'}</span
                >
              </p>
            </li>
            <li>
              <p>
                <a href="/sandbox/phone">Phones</a><br /><span class="soft"
                  >${facts.texts} ${facts.texts === 1 ? 'text' : 'texts'}</span
                >
              </p>
            </li>
            <li>
              <p>
                <a href="/sandbox/payments">Payments</a><br /><span class="soft"
                  >${facts.payments} ${facts.payments === 1 ? 'payment' : 'payments'}</span
                >
              </p>
            </li>
          </ul>
        </section>
      </div>
      ${switchesSection(facts.switches)}
      <section class="card">
        <h2>What is imitated</h2>
        <div class="scroll" tabindex="0" role="region" aria-label="What is imitated">
          <table>
            <thead>
              <tr>
                <th>Part</th>
                <th>Imitated</th>
                <th>Not imitated</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>Card processor</td>
                <td>
                  Stripe's HTTP API for customers, payment methods, payment and setup intents, charges,
                  refunds, disputes and events; holds that lapse; idempotency keys; signed webhooks with
                  retries; the card field; 3-D Secure
                </td>
                <td>Everything but cards; payouts, fees of captures, subscriptions, Connect, Link, tokens</td>
              </tr>
              <tr>
                <td>Mail</td>
                <td>An SMTP server that keeps every mail and sends none on</td>
                <td>Delivery, bounces, spam filters, TLS</td>
              </tr>
              <tr>
                <td>Maps</td>
                <td>
                  Google's Geocoding API for addresses in the United States that name a larger city, a state
                  or a ZIP code
                </td>
                <td>The real street, other countries, reverse geocoding, maps to look at</td>
              </tr>
              <tr>
                <td>Object storage</td>
                <td>Amazon's S3 API to put, get and delete an object; Signature Version 4</td>
                <td>Lists, versions, multipart uploads, access rules, presigned links</td>
              </tr>
              <tr>
                <td>Google sign-in</td>
                <td>
                  OpenID Connect with an account chooser: codes, PKCE, nonce, signed ID tokens, userinfo
                </td>
                <td>Passwords, consent, refresh tokens, One Tap, other scopes, real accounts</td>
              </tr>
              <tr>
                <td>Facebook sign-in</td>
                <td>
                  Facebook Login by its dialog: codes, access tokens, <code>me</code> with the fields asked
                  for
                </td>
                <td>
                  Passwords, consent, the JavaScript SDK, Limited Login, other permissions, real accounts
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      </section>
      <section class="card">
        <h2>Test cards</h2>
        <p class="soft">
          Stripe's published ones; no other number is accepted. Any future date, any CVC (four digits for
          American Express), any ZIP.
        </p>
        <div class="scroll" tabindex="0" role="region" aria-label="Test cards">
          <table>
            <thead>
              <tr>
                <th>Number</th>
                <th>What happens</th>
                <th>For the API</th>
              </tr>
            </thead>
            <tbody>
              ${TEST_CARDS.map(
                (card) =>
                  html`<tr>
                    <td class="mono nowrap">${groups(card.number)}</td>
                    <td>
                      ${card.says}
                      <span class="soft"
                        >(${card.brand}${card.funding === 'credit' ? '' : `, ${card.funding}`})</span
                      >
                    </td>
                    <td><code>${card.paymentMethods[0]}</code></td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </section>`,
  }
}

function groups(number: string): string {
  return number.length === 15
    ? number.replace(/(.{4})(.{6})(.{5})/, '$1 $2 $3')
    : number.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

function aheadText(seconds: number): string {
  if (seconds === 0) return 'Shows the real time.'
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const parts = [days && `${days} d`, hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean)
  return `${parts.length > 0 ? parts.join(' ') : `${seconds} s`} ahead of the real time.`
}

function clockNotice(answer: string | undefined): Markup | undefined {
  if (answer === 'moved')
    return html`<p class="notice" role="status">The clock was moved, and the product moved with it.</p>`
  if (answer === 'unreachable') {
    return html`<p class="notice" role="status">
      The clock was moved, but the product did not answer. It reads the clock when it starts.
    </p>`
  }
  return undefined
}
