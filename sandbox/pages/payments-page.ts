import type { ChargeRecord, DisputeRecord, PaymentIntentRecord } from '../card-processor/records.ts'
import type { DisputeTurn } from '../card-processor/disputes.ts'
import { html, timeText } from './layout.ts'
import type { Markup, Page } from './layout.ts'

export type ShownPayment = Omit<PaymentIntentRecord, 'sandbox' | 'latest_charge'> & {
  latest_charge: ChargeRecord | null
  disputes: DisputeRecord[]
  events: {
    id: string
    type: string
    created: number
    pending_webhooks: number
    delivery: string
    last_answer: string | null
  }[]
}

export function paymentsPage(payments: ShownPayment[]): Page {
  return {
    title: 'Payments',
    body: html`<h1>Payments</h1>
      <p class="soft">
        The payment intents of the stand-in card processor, newest first.
        <a href="/sandbox/payments.json">As JSON</a>
      </p>
      ${payments.length === 0 ? html`<section class="card"><p>No payments yet.</p></section>` : payments.map(paymentCard)}`,
  }
}

function paymentCard(payment: ShownPayment): Markup {
  const card = payment.latest_charge?.payment_method_details.card
  const givenBack = payment.latest_charge ? givenBackOf(payment.latest_charge) : 0
  return html`<section class="card">
    <h2>${money(payment.amount, payment.currency)} ${statusBadge(payment.status)}</h2>
    <dl>
      <dt>Id</dt>
      <dd><code>${payment.id}</code></dd>
      <dt>Created</dt>
      <dd>${timeText(payment.created * 1000)}</dd>
      ${
        card &&
        html`<dt>Card</dt>
          <dd>${card.brand} ending in ${card.last4}</dd>`
      }
      ${
        payment.amount_capturable > 0 &&
        html`<dt>Held</dt>
          <dd>${money(payment.amount_capturable, payment.currency)}</dd>`
      }
      ${
        card?.capture_before &&
        html`<dt>Held until</dt>
          <dd>${timeText(card.capture_before * 1000)}</dd>`
      }
      ${
        payment.amount_received > 0 &&
        html`<dt>Captured</dt>
          <dd>${money(payment.amount_received, payment.currency)}</dd>`
      }
      ${
        givenBack > 0 &&
        html`<dt>Given back</dt>
          <dd>${money(givenBack, payment.currency)}</dd>`
      }
      ${
        payment.cancellation_reason &&
        html`<dt>Canceled</dt>
          <dd>${payment.cancellation_reason}</dd>`
      }
      ${lastError(payment.last_payment_error)}
      ${
        payment.customer &&
        html`<dt>Customer</dt>
          <dd><code>${payment.customer}</code></dd>`
      }
      ${
        payment.description &&
        html`<dt>Description</dt>
          <dd>${payment.description}</dd>`
      }
      ${Object.entries(payment.metadata).map(
        ([key, value]) =>
          html`<dt>${key}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${payment.disputes.map(
      (dispute) =>
        html`<p>
          Dispute <code>${dispute.id}</code> of ${money(dispute.amount, dispute.currency)}: ${dispute.status}
        </p>`,
    )}
    ${disputeForm(payment)}
    <details>
      <summary>${payment.events.length} events</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Events of ${payment.id}">
        <table>
          <tbody>
            ${payment.events.map(
              (event) =>
                html`<tr>
                  <td class="nowrap">${timeText(event.created * 1000)}</td>
                  <td><code>${event.type}</code></td>
                  <td>
                    ${event.delivery.replace('_', ' ')}${event.last_answer && html` <span class="soft">(${event.last_answer})</span>`}
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`
}

const TURN_WORDS: Record<DisputeTurn, string> = {
  open: 'Dispute it',
  inquire: 'Inquire about it',
  escalate: 'Make it a dispute',
  win: 'Decide for the merchant',
  lose: 'Decide for the cardholder',
  end: 'End the inquiry',
}

/** The turns that the cardholder and the bank may make next. */
function disputeForm({ id, status, disputes }: ShownPayment): Markup | undefined {
  if (status !== 'succeeded') return undefined
  const open = disputes.find(({ status: now }) => !['won', 'lost', 'warning_closed'].includes(now))
  const turns: DisputeTurn[] = !open
    ? ['open', 'inquire']
    : open.status.startsWith('warning_')
      ? ['escalate', 'end']
      : ['win', 'lose']
  return html`<form class="row" method="post" action="/sandbox/payments/${id}/dispute">
    ${turns.map((turn) => html`<button name="turn" value="${turn}">${TURN_WORDS[turn]}</button>`)}
  </form>`
}

/** Refunds of captured money; releasing the uncaptured part of a hold does not count. */
function givenBackOf(charge: ChargeRecord): number {
  return charge.captured ? charge.amount_refunded - (charge.amount - charge.amount_captured) : 0
}

function lastError(error: object | null): Markup | undefined {
  if (!error) return undefined
  const { message, code, decline_code: declineCode } = error as Record<string, string | undefined>
  return html`<dt>Last error</dt>
    <dd>${message} <code>${declineCode ?? code}</code></dd>`
}

function statusBadge(status: string): Markup {
  const tone =
    status === 'succeeded'
      ? 'good'
      : status === 'requires_capture'
        ? 'wait'
        : status === 'canceled'
          ? ''
          : 'bad'
  return html`<span class="badge ${tone}">${status}</span>`
}

function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)
}
