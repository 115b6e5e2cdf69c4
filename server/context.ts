import type { FastifyBaseLogger } from 'fastify'
import type { Stripe } from 'stripe'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open-database.ts'
import type { Replica } from './database/open-replica.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

/** A mail ready to leave. `messageId` stays the same however often the same mail is tried. */
export type OutgoingMail = {
  to: string
  messageId: string
  subject: string
  html: string
  text: string
  attachments: { filename: string; content: string; contentType: string }[]
}

/** What every use case is given: the outside world of one process. */
export type Context = {
  config: Config
  secrets: Secrets
  database: Database
  /** A copy that calls which only read may ask; nothing may depend on it. */
  replica?: Replica | undefined
  clock: Clock
  log: FastifyBaseLogger
  telemetry: Telemetry
  stripe: Stripe
  mail: { send(mail: OutgoingMail): Promise<void>; close(): void }
  /** Asks for a job to run soon. Losing the ask loses nothing: every job also runs each minute. */
  triggerJob(job: string): void
}

/** Keys of this installation. */
export type Secrets = {
  sessionSecret: string
  payoutKeys: PayoutKeys
}

/** The keys of payout details, 32 bytes each: the present one seals, every one opens what carries its id. */
export type PayoutKeys = { presentId: number; byId: ReadonlyMap<number, Buffer> }
