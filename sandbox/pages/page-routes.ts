import type { FastifyInstance } from 'fastify'
import { currentFaults } from '../card-processor/faults.ts'
import { stripSandbox } from '../card-processor/call.ts'
import type { ProcessorRecords } from '../card-processor/records.ts'
import type { SandboxClock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import type { MailRecords } from '../mailbox/message.ts'
import { homePage } from './home-page.ts'
import { html, sendPage } from './layout.ts'
import { paymentsPage } from './payments-page.ts'
import type { ShownPayment } from './payments-page.ts'

export interface PageSources {
  clock: SandboxClock
  journal: Journal<ProcessorRecords>
  mail: Journal<MailRecords>
  productUrl: string
}

const SHOWN_PAYMENTS = 100

export function registerPages(app: FastifyInstance, sources: PageSources): void {
  const { clock, journal, mail, productUrl } = sources

  app.get('/', (_request, reply) => reply.redirect('/sandbox', 302))

  app.get<{ Querystring: { clock?: string } }>('/sandbox', (request, reply) =>
    sendPage(
      reply,
      homePage({
        now: clock.now(),
        offsetSeconds: clock.offsetSeconds(),
        productUrl,
        mails: mail.list('message').length,
        payments: journal.list('payment_intent').length,
        faults: currentFaults(journal),
        clockAnswer: request.query.clock,
      }),
    ),
  )

  app.get('/sandbox/payments', (_request, reply) =>
    sendPage(reply, paymentsPage(shownPayments(journal, SHOWN_PAYMENTS))),
  )
  app.get('/sandbox/payments.json', () => shownPayments(journal, Infinity))

  app.setNotFoundHandler((_request, reply) =>
    sendPage(reply.code(404), {
      title: 'Not found',
      body: html`<h1>Nothing here</h1>
        <p>The sandbox has no such page. <a href="/sandbox">Overview</a></p>`,
    }),
  )
}

/** Payment intents as the API would show them, newest first, each with its events, oldest first. */
function shownPayments(journal: Journal<ProcessorRecords>, most: number): ShownPayment[] {
  const eventsOf = new Map<string, ShownPayment['events']>()
  for (const event of journal.list('event')) {
    const about = event.data.object as { object?: string; id?: string; payment_intent?: string }
    const intent = about.object === 'payment_intent' ? about.id : about.payment_intent
    if (intent === undefined) continue
    const delivery = journal.get('delivery', event.id)
    const { id, type, created, pending_webhooks } = event
    const shown = {
      id,
      type,
      created,
      pending_webhooks,
      delivery: delivery?.state ?? 'delivered',
      last_answer: delivery?.lastAnswer ?? null,
    }
    eventsOf.set(intent, [...(eventsOf.get(intent) ?? []), shown])
  }
  return journal
    .list('payment_intent')
    .slice(-most)
    .toReversed()
    .map((intent) => {
      const charge = intent.latest_charge === null ? undefined : journal.get('charge', intent.latest_charge)
      return {
        ...(stripSandbox(intent) as unknown as ShownPayment),
        latest_charge: charge ?? null,
        events: eventsOf.get(intent.id) ?? [],
      }
    })
}
