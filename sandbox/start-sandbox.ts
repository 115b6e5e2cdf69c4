import { join } from 'node:path'
import type { CardProcessor } from './card-processor/answer-request.ts'
import { registerCardApi } from './card-processor/api-routes.ts'
import { registerStripeJs } from './card-processor/browser/stripe-js-routes.ts'
import { createHoldExpiry } from './card-processor/expire-holds.ts'
import { PROCESSOR_INDEXES } from './card-processor/indexes.ts'
import type { ProcessorRecords } from './card-processor/records.ts'
import { registerDisputes } from './card-processor/dispute-routes.ts'
import { registerSwitches } from './card-processor/switch-routes.ts'
import { createWebhooks } from './card-processor/webhooks.ts'
import { registerClock } from './clock-routes.ts'
import { createSandboxClock } from './clock.ts'
import type { ClockRecord } from './clock.ts'
import { createJournal } from './journal.ts'
import { createApp, listenLocally } from './local-server.ts'
import { registerMailbox } from './mailbox/mailbox-routes.ts'
import { MAIL_INDEXES } from './mailbox/message.ts'
import type { MailRecords } from './mailbox/message.ts'
import { startMailServer } from './mailbox/mail-server.ts'
import { registerMaps } from './maps/maps-routes.ts'
import type { MapsRecords } from './maps/maps-switch.ts'
import { registerObjectStorage } from './object-storage/storage-routes.ts'
import type { StorageRecords } from './object-storage/storage-switch.ts'
import { registerPages } from './pages/page-routes.ts'
import { createPhoneNetwork } from './phone/phone-network.ts'
import { registerPhones } from './phone/phone-routes.ts'
import { PHONE_INDEXES } from './phone/records.ts'
import type { PhoneRecords } from './phone/records.ts'
import { createTextWebhooks } from './phone/text-webhooks.ts'
import type { SocialRecords } from './social-sign-in/social-records.ts'
import { registerSocialSignIn } from './social-sign-in/social-routes.ts'

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number
  smtpPort: number
  dataDir: string
  /** The product's address for webhooks and the clock. */
  productUrl: string
  /** Address of the product's pages, if different: Google and Facebook redirect there. */
  publicUrl?: string
  /** The offset of the clock in a new data folder; a past one lets a history be made. 0 when left out. */
  startOffsetSeconds?: number
  /** Shared with the product: authenticates a clock push. */
  secret: string
  /** Signs the webhooks of payments; the token of the account for text messages. */
  webhookSecret: string
}

export interface Sandbox {
  url: string
  smtpUrl: string
  close(): Promise<void>
}

/**
 * Starts one sandbox: card processor, mail server, phones, maps, Google's and Facebook's sign-in, object
 * storage and their pages, with all state under `dataDir`.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const journal = createJournal<ProcessorRecords>(
    join(options.dataDir, 'card-processor.jsonl'),
    PROCESSOR_INDEXES,
  )
  const mail = createJournal<MailRecords>(join(options.dataDir, 'mailbox.jsonl'), MAIL_INDEXES)
  const clockJournal = createJournal<{ clock: ClockRecord }>(join(options.dataDir, 'clock.jsonl'))
  const maps = createJournal<MapsRecords>(join(options.dataDir, 'maps.jsonl'))
  const social = createJournal<SocialRecords>(join(options.dataDir, 'social-sign-in.jsonl'))
  const storage = createJournal<StorageRecords>(join(options.dataDir, 'object-storage.jsonl'))
  const phones = createJournal<PhoneRecords>(join(options.dataDir, 'phones.jsonl'), PHONE_INDEXES)
  const journals = [clockJournal, journal, mail, maps, social, storage, phones]
  const clock = createSandboxClock(clockJournal, options.startOffsetSeconds)
  const app = createApp()
  // The ports are bound before the files are opened: a second sandbox on the same folder stops here without
  // damage.
  const server = await listenLocally(options.port)
  const mailServer = await startMailServer(mail, clock, options.smtpPort).catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  const url = `http://localhost:${server.port}`
  const smtpUrl = `smtp://127.0.0.1:${mailServer.port}`
  const processor: CardProcessor = { journal, clock, sandboxUrl: url, keysInUse: new Set() }
  const webhooks = createWebhooks({
    journal,
    clock,
    url: `${options.productUrl}/api/webhooks/payments`,
    secret: options.webhookSecret,
  })
  const publicUrl = options.publicUrl ?? options.productUrl
  const textWebhooks = createTextWebhooks({
    journal: phones,
    token: options.webhookSecret,
    productUrl: options.productUrl,
    publicUrl,
  })
  const network = createPhoneNetwork({
    journal: phones,
    clock,
    webhooks: textWebhooks,
    inboundUrl: `${publicUrl}/api/webhooks/texts/inbound`,
  })
  const expireHolds = createHoldExpiry(journal, clock)
  const expireDue = () => {
    if (expireHolds()) webhooks.send()
  }
  for (const opening of journals) opening.open()

  const hooks = { beforeWork: expireDue, afterWork: () => webhooks.send() }
  registerCardApi(app, processor, hooks)
  registerDisputes(app, processor, hooks)
  registerSwitches(app, journal, webhooks)
  registerStripeJs(app, journal)
  registerClock(app, {
    clock,
    productUrl: options.productUrl,
    secret: options.secret,
    afterAdvance: expireDue,
    settle: async () => void (await Promise.all([webhooks.settle(3000), textWebhooks.settle(3000)])),
  })
  registerMailbox(app, mail, smtpUrl)
  registerPhones(app, { journal: phones, network, token: options.webhookSecret })
  registerMaps(app, maps)
  registerObjectStorage(app, storage, join(options.dataDir, 'objects'))
  registerSocialSignIn(app, {
    journal: social,
    sandboxUrl: url,
    publicUrl,
  })
  registerPages(app, {
    clock,
    journal,
    mail,
    maps,
    social,
    storage,
    phones,
    webhooks,
    productUrl: publicUrl,
  })
  await app.ready()
  server.serve(app)
  expireDue()
  webhooks.send()
  textWebhooks.resume()
  const ticking = setInterval(expireDue, 5000)
  ticking.unref()

  return {
    url,
    smtpUrl,
    async close() {
      clearInterval(ticking)
      webhooks.close()
      textWebhooks.close()
      await Promise.all([server.close(), mailServer.close()])
      await app.close()
      for (const closing of journals) closing.close()
    },
  }
}
