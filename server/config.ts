import * as z from 'zod/mini'
import type { SocialProvider } from '../contract/identity/social-sign-in.ts'
import {
  bucketName,
  day,
  host,
  keyWith,
  line,
  mailSender,
  networks,
  numberBetween,
  origin,
  postgresUrl,
  secretOf,
  smtpUrl,
  token,
  webAddress,
} from './setting-forms.ts'

/** The whole configuration of the server. Only this file reads the environment. */
export type Config = {
  production: boolean
  host: string
  port: number
  /** Public URL of the product, without a trailing slash. */
  publicUrl: string
  /** Addresses or networks of reverse proxies whose forwarded client address is trusted; none by default. */
  trustedProxies: string[]
  /** Time for a request to arrive in full. */
  requestTimeoutSeconds: number
  /** Open connections of a listening address; further ones are closed at once. */
  maxConnections: number
  databaseUrl: string | undefined
  /** A streaming replica of that database, for read-only requests. */
  databaseReplicaUrl: string | undefined
  /** That database without a pooler, for the connection that listens for news; undefined: `databaseUrl`. */
  databaseListenUrl: string | undefined
  dataDir: string
  poolSize: number
  logLevel: string
  /** Signs the session cookies; undefined: a generated one in the data folder. */
  sessionSecret: string | undefined
  /** Keys that encrypt payout details, 32 bytes in base64 each. */
  payoutKeys: {
    /** Seals new values; undefined: a generated one in the data folder. */
    present: string | undefined
    /** 1 to 255, stored with every value that the present key seals. */
    presentId: number
    /** Old keys, for decryption only. */
    old: { id: number; key: string }[]
  }
  /** The platform's share of a shop's revenue in percent, e.g. 12.5. */
  payoutFeePercent: number
  /** The share of a payment that a shop may refund by its own, in percent. */
  shopRefundPercent: number
  firstAdministrator: { email: string; password: string } | null
  cards: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    /** URL of the provider's API; undefined is the provider's own. */
    apiUrl: string | undefined
    scriptUrl: string
    /** Content of the file by which Apple Pay verifies this domain; undefined: there is no such file. */
    applePayDomain: string | undefined
  }
  mail: { smtpUrl: string; from: string }
  /** The company that runs this installation, for the policies; null where it is not named. */
  operator: {
    name: string | null
    email: string | null
    address: string | null
    /** 'YYYY-MM-DD' */
    policiesSince: string | null
  }
  /** Social sign-in; null where no client is configured. */
  social: Record<SocialProvider, SocialClient | null>
  /** Whether staff need a second factor for every call but those of the account page. */
  requireSecondFactor: boolean
  /** Limits against abuse. */
  limits: {
    /** Unpaid claims of one customer; one more replaces the oldest. */
    openClaims: number
    /** Upcoming appointments of one customer. */
    upcoming: number
    /** Claims of one customer that ended unpaid within an hour; short ones weigh less. */
    lapsedClaims: number
    /** Whether one customer may have two appointments at one time, or two of one vehicle. */
    allowsConflicts: boolean
    /** Requests of the whole installation to the maps provider in a day. */
    mapsDailyRequests: number
    /** Look-ups of addresses from one network in an hour. */
    mapsNetworkRequests: number
    /** Mails to one mailbox within an hour and within a day. */
    mailsPerHour: number
    mailsPerDay: number
    /** Addresses beside the own one that a customer may name within a day. */
    namedAddresses: number
    /** Text messages to one phone, and of the whole installation, within 24 hours. */
    textsPerPhone: number
    textsPerDay: number
    /** Distinct cards that one account may try within an hour. */
    cards: number
    /** Whether an account with an unproven address may try a second card. */
    allowsUnprovenCards: boolean
    /** Refused cards of one network within an hour. */
    refusedCards: number
    /** Refusals of one card within an hour. */
    refusalsOfCard: number
    /** Refusals within 10 minutes that raise the alarm; nothing is refused for it. */
    refusalAlarm: number
  }
  /** Without a key there is no geocoding, and shops have no coordinates. */
  maps: { apiUrl: string; key: string | undefined }
  /** The provider of text messages (SMS); null: none are sent. */
  texts: { apiUrl: string; account: string; token: string } | null
  /** Where files are kept; `s3` null: in a folder of the data folder. */
  storage: { s3: S3Config | null }
  sandbox: { url: string; secret: string } | null
  /**
   * Bearer token of a scraper of /metrics. Without it, only this machine may scrape, and in production no
   * client at all.
   */
  metricsToken: string | undefined
  /** Threshold of the slow query log in milliseconds; 0 disables it. */
  slowQueryMs: number
  /** Trace export; null disables it. */
  traces: TraceConfig | null
}

export type TraceConfig = {
  /** OTLP endpoint over HTTP, JSON encoding. */
  url: string
  serviceName: string
  /** Sampling ratio, 0 to 1, of requests whose caller does not decide. */
  share: number
}

/** A bucket that speaks the S3 API. */
export type S3Config = {
  /** URL in front of `/bucket/key`, without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  keyId: string
  secret: string
}

export type SocialClient = {
  clientId: string
  clientSecret: string
  /** One host that replaces all of the provider's; undefined is the provider's own hosts. */
  url: string | undefined
}

/** The lookbehind keeps it linear: `/\/+$/` takes quadratic time on many slashes in the middle. */
const trailingSlashes = /(?<!\/)\/+$/
const keyPattern = '[A-Za-z0-9+/]{43}='
const oldKeysPattern = new RegExp(`^\\d{1,3}:${keyPattern}(,\\d{1,3}:${keyPattern})*$`)
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const isKeyId = (text: string): boolean => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 255

/** The form of every setting. A new one needs a malformed value in the test of this file. */
export const environment = z.object({
  NODE_ENV: z.optional(
    z.enum(['production', 'development', 'test'], 'must be production, development or test'),
  ),
  HOST: host,
  PORT: numberBetween(0, 65_535, 0, 'must be a port number'),
  PUBLIC_URL: origin,
  TRUSTED_PROXIES: networks,
  REQUEST_TIMEOUT_SECONDS: numberBetween(1, 999),
  MAX_CONNECTIONS: numberBetween(1, 999_999),
  DATABASE_URL: postgresUrl,
  DATABASE_REPLICA_URL: postgresUrl,
  DATABASE_LISTEN_URL: postgresUrl,
  DATA_DIR: line,
  POOL_SIZE: numberBetween(1, 999),
  LOG_LEVEL: z.optional(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`)),
  SESSION_SECRET: secretOf(32),
  PAYOUT_KEY: z.optional(
    z.string().check(z.regex(new RegExp(`^${keyPattern}$`), 'must be 32 bytes in base64')),
  ),
  PAYOUT_KEY_ID: z.optional(z.string().check(z.refine(isKeyId, 'must be a number from 1 to 255'))),
  PAYOUT_OLD_KEYS: z.optional(
    z.string().check(z.regex(oldKeysPattern, 'must be like 1:KEY,2:KEY, each key 32 bytes in base64')),
  ),
  PAYOUT_FEE_PERCENT: numberBetween(0, 100, 2),
  SHOP_REFUND_PERCENT: numberBetween(0, 100, 0),
  ADMIN_EMAIL: z.optional(z.email('must be an email address')),
  ADMIN_PASSWORD: line,
  STRIPE_SECRET_KEY: keyWith('sk_', 'rk_'),
  STRIPE_PUBLISHABLE_KEY: keyWith('pk_'),
  STRIPE_WEBHOOK_SECRET: keyWith('whsec_'),
  STRIPE_API_URL: webAddress,
  STRIPE_SCRIPT_URL: webAddress,
  APPLE_PAY_DOMAIN_ASSOCIATION: token,
  SMTP_URL: smtpUrl,
  MAIL_FROM: mailSender,
  OPERATOR_NAME: line,
  OPERATOR_EMAIL: z.optional(z.email('must be an email address')),
  OPERATOR_ADDRESS: line,
  POLICIES_SINCE: day,
  GOOGLE_MAPS_API_KEY: token,
  MAPS_DAILY_REQUESTS: numberBetween(1, 999_999),
  MAPS_NETWORK_REQUESTS: numberBetween(1, 999_999),
  MAPS_API_URL: webAddress,
  GOOGLE_CLIENT_ID: token,
  GOOGLE_CLIENT_SECRET: token,
  GOOGLE_SIGN_IN_URL: webAddress,
  FACEBOOK_CLIENT_ID: token,
  FACEBOOK_CLIENT_SECRET: token,
  FACEBOOK_SIGN_IN_URL: webAddress,
  TWILIO_ACCOUNT_SID: token,
  TWILIO_AUTH_TOKEN: token,
  TWILIO_API_URL: webAddress,
  S3_ENDPOINT: webAddress,
  S3_REGION: token,
  S3_BUCKET: bucketName,
  S3_ACCESS_KEY_ID: token,
  S3_SECRET_ACCESS_KEY: token,
  MAX_OPEN_CLAIMS: numberBetween(1, 999_999),
  MAX_UPCOMING_APPOINTMENTS: numberBetween(1, 999_999),
  MAX_LAPSED_CLAIMS: numberBetween(1, 999_999),
  MAX_MAILS_PER_HOUR: numberBetween(1, 999_999),
  MAX_MAILS_PER_DAY: numberBetween(1, 999_999),
  MAX_NAMED_ADDRESSES: numberBetween(1, 999_999),
  MAX_TEXTS_PER_PHONE: numberBetween(1, 999_999),
  MAX_TEXTS_PER_DAY: numberBetween(1, 999_999),
  ALLOW_CONFLICTING_APPOINTMENTS: z.optional(z.enum(['on', 'off'], 'must be on or off')),
  MAX_CARDS_PER_ACCOUNT: numberBetween(1, 999_999),
  ALLOW_UNPROVEN_CARDS: z.optional(z.enum(['on', 'off'], 'must be on or off')),
  MAX_REFUSED_CARDS_PER_NETWORK: numberBetween(1, 999_999),
  MAX_REFUSALS_PER_CARD: numberBetween(1, 999_999),
  CARD_REFUSAL_ALARM: numberBetween(1, 999_999),
  REQUIRE_SECOND_FACTOR: z.optional(z.enum(['on', 'off'], 'must be on or off')),
  SANDBOX_URL: webAddress,
  SANDBOX_SECRET: token,
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\x21-\x7E]{16,}$/, 'must have 16 characters or more, without spaces')),
  ),
  SLOW_QUERY_MS: numberBetween(0, 999_999),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress,
  OTEL_SERVICE_NAME: line,
  OTEL_TRACES_SAMPLER_ARG: numberBetween(0, 1, 9),
})

/**
 * Values in place of the providers that a command does not use. They have the form of a setting and reach no
 * server.
 */
export const unusedProviders = {
  STRIPE_SECRET_KEY: 'sk_test_unused',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_unused',
  STRIPE_WEBHOOK_SECRET: 'whsec_unused',
  SMTP_URL: 'smtp://unused.invalid',
  MAIL_FROM: 'unused@dashfit.invalid',
}

/** URL of the provider's browser script, as its library expects it. */
const providerScriptUrl = 'https://js.stripe.com/endive/stripe.js'

const providerTextsUrl = 'https://api.twilio.com'
const providerMapsUrl = 'https://maps.googleapis.com'

/** All problems of the environment in one error. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Dashfit cannot start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** Reads the environment. Throws a `ConfigError` that names every missing or malformed value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const problems: string[] = []
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const required = (name: string, what: string): string => {
    const value = given[name]
    if (value === undefined) problems.push(`${name} is not set (${what})`)
    return value ?? ''
  }
  const socialClient = (name: 'GOOGLE' | 'FACEBOOK'): SocialClient | null => {
    const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]
    if (given[id] === undefined && given[secret] === undefined) return null
    return {
      clientId: required(id, `goes with ${secret}`),
      clientSecret: required(secret, `goes with ${id}`),
      url: given[`${name}_SIGN_IN_URL`]?.replace(trailingSlashes, ''),
    }
  }
  const texts = (): Config['texts'] => {
    const [account, token] = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']
    if (given[account] === undefined && given[token] === undefined) return null
    return {
      apiUrl: (given['TWILIO_API_URL'] ?? providerTextsUrl).replace(trailingSlashes, ''),
      account: required(account, `goes with ${token}`),
      token: required(token, `goes with ${account}`),
    }
  }
  const s3Storage = (): S3Config | null => {
    const isGiven = [
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'S3_ENDPOINT',
      'S3_REGION',
    ].some((name) => given[name] !== undefined)
    if (!isGiven) return null
    const region = given['S3_REGION'] ?? 'us-east-1'
    return {
      endpoint: (given['S3_ENDPOINT'] ?? `https://s3.${region}.amazonaws.com`).replace(trailingSlashes, ''),
      region,
      bucket: required('S3_BUCKET', 'the bucket of files'),
      keyId: required('S3_ACCESS_KEY_ID', 'goes with S3_BUCKET'),
      secret: required('S3_SECRET_ACCESS_KEY', 'goes with S3_BUCKET'),
    }
  }
  const production = given['NODE_ENV'] === 'production'
  const sandboxUrl = given['SANDBOX_URL']
  const sandbox = sandboxUrl
    ? { url: sandboxUrl, secret: required('SANDBOX_SECRET', 'shared with the sandbox') }
    : null
  const port = Number(given['PORT'] ?? 3000)
  const payoutKeyId = Number(given['PAYOUT_KEY_ID'] ?? 1)
  const oldPayoutKeys = readOldKeys(given['PAYOUT_OLD_KEYS'])
  const keyIds = [payoutKeyId, ...oldPayoutKeys.map(({ id }) => id)]
  if (new Set(keyIds).size < keyIds.length || keyIds.some((id) => !isKeyId(String(id)))) {
    problems.push('PAYOUT_OLD_KEYS must each have an id of its own from 1 to 255, other than PAYOUT_KEY_ID')
  }
  const adminEmail = given['ADMIN_EMAIL']
  const realProduction = production && !sandbox
  const databaseReplicaUrl = given['DATABASE_REPLICA_URL']
  if (databaseReplicaUrl !== undefined) required('DATABASE_URL', 'the primary of DATABASE_REPLICA_URL')
  const config: Config = {
    production,
    host: given['HOST'] ?? 'localhost',
    port,
    publicUrl: (given['PUBLIC_URL'] ?? `http://localhost:${port}`).replace(trailingSlashes, ''),
    trustedProxies: (given['TRUSTED_PROXIES'] ?? '')
      .split(',')
      .map((proxy) => proxy.trim())
      .filter((proxy) => proxy !== ''),
    requestTimeoutSeconds: Number(given['REQUEST_TIMEOUT_SECONDS'] ?? 30),
    maxConnections: Number(given['MAX_CONNECTIONS'] ?? 4000),
    databaseUrl: given['DATABASE_URL'],
    databaseReplicaUrl,
    databaseListenUrl: given['DATABASE_LISTEN_URL'],
    dataDir: given['DATA_DIR'] ?? '.data',
    poolSize: Number(given['POOL_SIZE'] ?? 10),
    logLevel: given['LOG_LEVEL'] ?? 'info',
    sessionSecret: realProduction
      ? required('SESSION_SECRET', 'signs session cookies')
      : given['SESSION_SECRET'],
    payoutKeys: {
      present: realProduction ? required('PAYOUT_KEY', 'encrypts payout details') : given['PAYOUT_KEY'],
      presentId: payoutKeyId,
      old: oldPayoutKeys,
    },
    payoutFeePercent: Number(given['PAYOUT_FEE_PERCENT'] ?? 0),
    shopRefundPercent: Number(given['SHOP_REFUND_PERCENT'] ?? 50),
    firstAdministrator: adminEmail
      ? { email: adminEmail, password: required('ADMIN_PASSWORD', 'goes with ADMIN_EMAIL') }
      : null,
    cards: {
      secretKey: required('STRIPE_SECRET_KEY', 'the card provider'),
      publishableKey: required('STRIPE_PUBLISHABLE_KEY', 'the card provider'),
      webhookSecret: required('STRIPE_WEBHOOK_SECRET', 'the card provider'),
      apiUrl: given['STRIPE_API_URL'],
      scriptUrl: given['STRIPE_SCRIPT_URL'] ?? providerScriptUrl,
      applePayDomain: given['APPLE_PAY_DOMAIN_ASSOCIATION'],
    },
    mail: {
      smtpUrl: required('SMTP_URL', 'the mail server'),
      from:
        given['MAIL_FROM'] ??
        (realProduction ? required('MAIL_FROM', 'the sender of mail') : 'Dashfit <hello@dashfit.invalid>'),
    },
    operator: {
      name: given['OPERATOR_NAME'] ?? null,
      email: given['OPERATOR_EMAIL'] ?? null,
      address: given['OPERATOR_ADDRESS'] ?? null,
      policiesSince: given['POLICIES_SINCE'] ?? null,
    },
    maps: {
      apiUrl: (given['MAPS_API_URL'] ?? providerMapsUrl).replace(trailingSlashes, ''),
      key: given['GOOGLE_MAPS_API_KEY'],
    },
    social: {
      google: socialClient('GOOGLE'),
      facebook: socialClient('FACEBOOK'),
    },
    limits: {
      openClaims: Number(given['MAX_OPEN_CLAIMS'] ?? 1),
      upcoming: Number(given['MAX_UPCOMING_APPOINTMENTS'] ?? 3),
      lapsedClaims: Number(given['MAX_LAPSED_CLAIMS'] ?? 3),
      mailsPerHour: Number(given['MAX_MAILS_PER_HOUR'] ?? 10),
      mailsPerDay: Number(given['MAX_MAILS_PER_DAY'] ?? 30),
      namedAddresses: Number(given['MAX_NAMED_ADDRESSES'] ?? 5),
      textsPerPhone: Number(given['MAX_TEXTS_PER_PHONE'] ?? 6),
      textsPerDay: Number(given['MAX_TEXTS_PER_DAY'] ?? 5000),
      allowsConflicts: given['ALLOW_CONFLICTING_APPOINTMENTS'] === 'on',
      mapsDailyRequests: Number(given['MAPS_DAILY_REQUESTS'] ?? 300),
      mapsNetworkRequests: Number(given['MAPS_NETWORK_REQUESTS'] ?? 20),
      cards: Number(given['MAX_CARDS_PER_ACCOUNT'] ?? 3),
      allowsUnprovenCards: given['ALLOW_UNPROVEN_CARDS'] === 'on',
      refusedCards: Number(given['MAX_REFUSED_CARDS_PER_NETWORK'] ?? 10),
      refusalsOfCard: Number(given['MAX_REFUSALS_PER_CARD'] ?? 10),
      refusalAlarm: Number(given['CARD_REFUSAL_ALARM'] ?? 20),
    },
    requireSecondFactor: (given['REQUIRE_SECOND_FACTOR'] ?? (production ? 'on' : 'off')) === 'on',
    texts: texts(),
    storage: { s3: s3Storage() },
    sandbox,
    metricsToken: given['METRICS_TOKEN'],
    slowQueryMs: Number(given['SLOW_QUERY_MS'] ?? 500),
    traces: readTraces(given),
  }
  if (realProduction) required('PUBLIC_URL', 'where people reach the product')
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Variable names are OpenTelemetry's. https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
function readTraces(given: Record<string, string | undefined>): TraceConfig | null {
  const base = given['OTEL_EXPORTER_OTLP_ENDPOINT']?.replace(trailingSlashes, '')
  const url = given['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? (base && `${base}/v1/traces`)
  if (url === undefined) return null
  return {
    url,
    serviceName: given['OTEL_SERVICE_NAME'] ?? 'dashfit',
    share: Number(given['OTEL_TRACES_SAMPLER_ARG'] ?? 1),
  }
}

/** Parses '1:KEY,2:KEY'. A malformed text yields no keys and is reported elsewhere. */
function readOldKeys(text: string | undefined): { id: number; key: string }[] {
  if (text === undefined || !oldKeysPattern.test(text)) return []
  return text.split(',').map((pair) => {
    const [id = '', key = ''] = pair.split(':')
    return { id: Number(id), key }
  })
}
