import type { FastifyBaseLogger } from 'fastify'
import type { Stripe } from 'stripe'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open-database.ts'
import type { Replica } from './database/open-replica.ts'
import type { Storage } from './storage/storage.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

/** A rendered mail. `messageId` stays the same on every attempt. */
export type OutgoingMail = {
  to: string
  /** The address for replies; the sender's own without one. */
  replyTo?: string | undefined
  messageId: string
  subject: string
  html: string
  text: string
  attachments: { filename: string; content: string | Buffer; contentType: string }[]
}

/** The dependencies of every use case in one process. */
export type Context = {
  config: Config
  secrets: Secrets
  database: Database
  /** A replica for read-only requests. No feature may depend on it. */
  replica?: Replica | undefined
  clock: Clock
  log: FastifyBaseLogger
  telemetry: Telemetry
  stripe: Stripe
  mail: { send(mail: OutgoingMail): Promise<void>; close(): void }
  /** Files beside the database. A failure is refused as `unavailable`. */
  storage: Storage
  /** Triggers a job. A lost trigger does no harm: every job also runs each 15 seconds. */
  triggerJob(job: string): void
}

/** Keys of this installation. */
export type Secrets = {
  sessionSecret: string
  payoutKeys: PayoutKeys
}

/** Keys of payout details, 32 bytes each: the present key seals, and a value opens with the key of its id. */
export type PayoutKeys = { presentId: number; byId: ReadonlyMap<number, Buffer> }
