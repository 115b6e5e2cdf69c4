import * as z from 'zod/mini'

/** Everything the server is told from outside. Only this file reads the environment. */
export type Config = {
  production: boolean
  host: string
  port: number
  /** Where people reach the product, without a slash at the end. */
  publicUrl: string
  /** Proxies in front that may say who calls, as addresses or networks; none by default. */
  trustedProxies: string[]
  databaseUrl: string | undefined
  dataDir: string
  poolSize: number
  logLevel: string
  /** Signs the session cookies; undefined means: keep one in the data folder. */
  sessionSecret: string | undefined
  /** 32 bytes in base64 that encrypt payout details; undefined means: keep one in the data folder. */
  payoutKey: string | undefined
  firstAdministrator: { email: string; password: string } | null
  cards: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    /** Where the provider's API is; undefined is the provider's own address. */
    apiUrl: string | undefined
    scriptUrl: string
  }
  mail: { smtpUrl: string; from: string }
  sandbox: { url: string; secret: string } | null
}

const flag = z.optional(z.string())

const environment = z.object({
  NODE_ENV: flag,
  HOST: flag,
  PORT: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'must be a port number'))),
  PUBLIC_URL: z.optional(z.url('must be an address like https://example.com')),
  TRUSTED_PROXIES: flag,
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'))),
  DATA_DIR: flag,
  POOL_SIZE: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999'))),
  LOG_LEVEL: z.optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'must have 32 characters or more'))),
  PAYOUT_KEY: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'))),
  ADMIN_EMAIL: z.optional(z.email('must be an email address')),
  ADMIN_PASSWORD: flag,
  STRIPE_SECRET_KEY: flag,
  STRIPE_PUBLISHABLE_KEY: flag,
  STRIPE_WEBHOOK_SECRET: flag,
  STRIPE_API_URL: z.optional(z.url('must be an address like http://localhost:3001')),
  STRIPE_SCRIPT_URL: z.optional(z.url('must be an address')),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'))),
  MAIL_FROM: flag,
  SANDBOX_URL: z.optional(z.url('must be an address')),
  SANDBOX_SECRET: flag,
})

/** Where the provider's own browser script is, as its library expects it. */
const providerScriptUrl = 'https://js.stripe.com/endive/stripe.js'

/** What is wrong with the environment, all at once. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Dashfit cannot start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** Reads the environment. Throws `ConfigError` naming everything that is missing or malformed at once. */
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
  const production = given['NODE_ENV'] === 'production'
  const sandboxUrl = given['SANDBOX_URL']
  const sandbox = sandboxUrl
    ? { url: sandboxUrl, secret: required('SANDBOX_SECRET', 'shared with the sandbox') }
    : null
  const port = Number(given['PORT'] ?? 3000)
  const adminEmail = given['ADMIN_EMAIL']
  const realProduction = production && !sandbox
  const config: Config = {
    production,
    host: given['HOST'] ?? 'localhost',
    port,
    publicUrl: (given['PUBLIC_URL'] ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    trustedProxies: (given['TRUSTED_PROXIES'] ?? '')
      .split(',')
      .map((proxy) => proxy.trim())
      .filter((proxy) => proxy !== ''),
    databaseUrl: given['DATABASE_URL'],
    dataDir: given['DATA_DIR'] ?? '.data',
    poolSize: Number(given['POOL_SIZE'] ?? 10),
    logLevel: given['LOG_LEVEL'] ?? 'info',
    sessionSecret: realProduction
      ? required('SESSION_SECRET', 'signs session cookies')
      : given['SESSION_SECRET'],
    payoutKey: realProduction ? required('PAYOUT_KEY', 'encrypts payout details') : given['PAYOUT_KEY'],
    firstAdministrator: adminEmail
      ? { email: adminEmail, password: required('ADMIN_PASSWORD', 'goes with ADMIN_EMAIL') }
      : null,
    cards: {
      secretKey: required('STRIPE_SECRET_KEY', 'the card provider'),
      publishableKey: required('STRIPE_PUBLISHABLE_KEY', 'the card provider'),
      webhookSecret: required('STRIPE_WEBHOOK_SECRET', 'the card provider'),
      apiUrl: given['STRIPE_API_URL'],
      scriptUrl: given['STRIPE_SCRIPT_URL'] ?? providerScriptUrl,
    },
    mail: {
      smtpUrl: required('SMTP_URL', 'the mail server'),
      from:
        given['MAIL_FROM'] ??
        (realProduction ? required('MAIL_FROM', 'the sender of mail') : 'Dashfit <hello@dashfit.invalid>'),
    },
    sandbox,
  }
  if (realProduction) required('PUBLIC_URL', 'where people reach the product')
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}
