import type { FastifyInstance } from 'fastify'
import { currentCards } from '../card-processor/card-switches.ts'
import { currentFeatures } from '../card-processor/card-features.ts'
import { currentFaults } from '../card-processor/faults.ts'
import { stripSandbox } from '../card-processor/call.ts'
import { pendingWebhooks } from '../card-processor/events.ts'
import type { EventRecord, ProcessorRecords } from '../card-processor/records.ts'
import { currentWallets } from '../card-processor/wallet-switches.ts'
import { currentWebhooks } from '../card-processor/webhook-switches.ts'
import type { Webhooks } from '../card-processor/webhooks.ts'
import type { SandboxClock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import { currentMaps } from '../maps/maps-switch.ts'
import type { MapsRecords } from '../maps/maps-switch.ts'
import type { MailRecords } from '../mailbox/message.ts'
import { currentStorage } from '../object-storage/storage-switch.ts'
import type { StorageRecords } from '../object-storage/storage-switch.ts'
import type { SocialRecords } from '../social-sign-in/social-records.ts'
import { currentSocial } from '../social-sign-in/social-switch.ts'
import type { PhoneRecords } from '../phone/records.ts'
import { homePage } from './home-page.ts'
import { html, sendPage } from './layout.ts'
import { paymentsPage } from './payments-page.ts'
import type { ShownPayment } from './payments-page.ts'

export interface PageSources {
  clock: SandboxClock
  journal: Journal<ProcessorRecords>
  mail: Journal<MailRecords>
  maps: Journal<MapsRecords>
  social: Journal<SocialRecords>
  storage: Journal<StorageRecords>
  phones: Journal<PhoneRecords>
  webhooks: Webhooks
  productUrl: string
}

const SHOWN_PAYMENTS = 100

export function registerPages(app: FastifyInstance, sources: PageSources): void {
  const { clock, journal, mail, maps, social, storage, phones, webhooks, productUrl } = sources

  app.get('/', (_request, reply) => reply.redirect('/sandbox', 302))

  app.get<{ Querystring: { clock?: string } }>('/sandbox', (request, reply) =>
    sendPage(
      reply,
      homePage({
        now: clock.now(),
        offsetSeconds: clock.offsetSeconds(),
        productUrl,
        mails: mail.count('message'),
        texts: phones.count('text'),
        payments: journal.count('payment_intent'),
        switches: {
          faults: currentFaults(journal),
          cards: currentCards(journal),
          features: currentFeatures(journal),
          wallets: currentWallets(journal),
          webhooks: { ...currentWebhooks(journal), waiting: webhooks.waiting() },
          maps: currentMaps(maps),
          social: currentSocial(social),
          storage: currentStorage(storage),
        },
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

/** The newest payment intents in the API's format, newest first, each with its events, oldest first. */
function shownPayments(journal: Journal<ProcessorRecords>, most: number): ShownPayment[] {
  const ids = journal.idsBy('payment_intent', 'all', 'all')
  const shown: ShownPayment[] = []
  for (let at = ids.length - 1; at >= 0 && shown.length < most; at -= 1) {
    const intent = journal.get('payment_intent', ids[at] ?? '')
    if (!intent) continue
    const charge = intent.latest_charge === null ? undefined : journal.get('charge', intent.latest_charge)
    shown.push({
      ...(stripSandbox(intent) as unknown as ShownPayment),
      latest_charge: charge ?? null,
      disputes: journal.listBy('dispute', 'payment_intent', intent.id),
      events: journal.listBy('event', 'payment_intent', intent.id).map((event) => shownEvent(journal, event)),
    })
  }
  return shown
}

function shownEvent(journal: Journal<ProcessorRecords>, event: EventRecord): ShownPayment['events'][number] {
  const { id, type, created } = event
  const delivery = journal.get('delivery', id)
  return {
    id,
    type,
    created,
    pending_webhooks: pendingWebhooks(journal, id),
    delivery: delivery?.state ?? 'delivered',
    last_answer: delivery?.lastAnswer ?? null,
  }
}
