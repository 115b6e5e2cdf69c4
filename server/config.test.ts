import { expect, test } from 'vitest'
import { environment, readConfig } from './config.ts'

const sandbox = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  STRIPE_API_URL: 'http://localhost:3001',
  STRIPE_SCRIPT_URL: 'http://localhost:3001/v3/',
  SMTP_URL: 'smtp://127.0.0.1:3002',
  SANDBOX_URL: 'http://localhost:3001',
  SANDBOX_SECRET: 'shared',
}

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test('in production everything that is missing is named at once', () => {
  const message = problemsOf({ NODE_ENV: 'production' })
  for (const name of [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
    'MAIL_FROM',
    'SESSION_SECRET',
    'PAYOUT_KEY',
    'PUBLIC_URL',
  ]) {
    expect(message).toContain(`${name} is not set`)
  }
})

test('a malformed value is named with its expected form, together with all missing values', () => {
  const message = problemsOf({
    ...sandbox,
    PORT: 'eighty',
    DATABASE_URL: 'mysql://x',
    SMTP_URL: '',
    ADMIN_EMAIL: 'a@b.test',
  })
  expect(message).toContain('PORT must be a port number')
  expect(message).toContain('DATABASE_URL must begin with postgres://')
  expect(message).toContain('SMTP_URL is not set')
  expect(message).toContain('ADMIN_PASSWORD is not set')
})

test('with a sandbox the server starts in production too, and the pages show it', () => {
  const config = readConfig({ ...sandbox, NODE_ENV: 'production' })
  expect(config.sandbox).toEqual({ url: 'http://localhost:3001', secret: 'shared' })
  expect(config.publicUrl).toBe('http://localhost:3000')
})

test('with real providers there is no sandbox and the provider’s own URLs are used', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://book.example.com/',
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'Book <book@example.com>',
    SESSION_SECRET: 'x'.repeat(32),
    PAYOUT_KEY: Buffer.alloc(32).toString('base64'),
  })
  expect(config.sandbox).toBeNull()
  expect(config.cards.apiUrl).toBeUndefined()
  expect(config.cards.scriptUrl).toMatch(/^https:\/\/js\.stripe\.com\//)
  expect(config.publicUrl).toBe('https://book.example.com')
})

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')

test('payout keys are parsed with their ids', () => {
  const { payoutKeys } = readConfig({
    ...sandbox,
    PAYOUT_KEY: key(3),
    PAYOUT_KEY_ID: '3',
    PAYOUT_OLD_KEYS: `1:${key(1)},2:${key(2)}`,
  })
  expect(payoutKeys).toEqual({
    present: key(3),
    presentId: 3,
    old: [
      { id: 1, key: key(1) },
      { id: 2, key: key(2) },
    ],
  })
  expect(readConfig(sandbox).payoutKeys).toEqual({ present: undefined, presentId: 1, old: [] })
})

test.each([
  ['PAYOUT_KEY_ID', '0', 'must be a number from 1 to 255'],
  ['PAYOUT_KEY_ID', '256', 'must be a number from 1 to 255'],
  ['PAYOUT_OLD_KEYS', key(2), 'must be like 1:KEY,2:KEY'],
  ['PAYOUT_OLD_KEYS', '2:short', 'must be like 1:KEY,2:KEY'],
  ['PAYOUT_OLD_KEYS', `1:${key(2)}`, 'must each have an id of its own'],
  ['PAYOUT_OLD_KEYS', `300:${key(2)}`, 'must each have an id of its own from 1 to 255'],
  ['PAYOUT_OLD_KEYS', `2:${key(2)},2:${key(3)}`, 'must each have an id of its own'],
  ['PAYOUT_FEE_PERCENT', '101', 'must be from 0 to 100'],
  ['PAYOUT_FEE_PERCENT', '1.255', 'at most 2 decimals'],
  ['PAYOUT_FEE_PERCENT', '-1', 'must be from 0 to 100'],
  ['PAYOUT_FEE_PERCENT', '10%', 'must be from 0 to 100'],
  ['MAPS_API_URL', 'maps', 'must be an address'],
])('%s=%s is refused', (name, value, sentence) => {
  const problems = problemsOf({ ...sandbox, [name]: value })
  expect(problems).toContain(name)
  expect(problems).toContain(sentence)
})

test.each([
  [undefined, 0],
  ['0', 0],
  ['12.5', 12.5],
  ['7.25', 7.25],
  ['100', 100],
])('the fee %s is %d percent', (given, percent) => {
  const environment = { ...sandbox, ...(given === undefined ? {} : { PAYOUT_FEE_PERCENT: given }) }
  expect(readConfig(environment).payoutFeePercent).toBe(percent)
})

test('geocoding uses the provider’s own URL by default, and is off without a key', () => {
  expect(readConfig(sandbox).maps).toEqual({ apiUrl: 'https://maps.googleapis.com', key: undefined })
  const set = { ...sandbox, GOOGLE_MAPS_API_KEY: 'k', MAPS_API_URL: 'http://localhost:3001/' }
  expect(readConfig(set).maps).toEqual({ apiUrl: 'http://localhost:3001', key: 'k' })
})

test('files are in the data folder by default, and in a bucket once one is named', () => {
  expect(readConfig(sandbox).storage.s3).toBeNull()
  const keys = { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ ...sandbox, ...keys, S3_REGION: 'eu-west-1' }).storage.s3).toEqual({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    region: 'eu-west-1',
    bucket: 'photos',
    keyId: 'AKIA',
    secret: 'secret',
  })
  const own = readConfig({ ...sandbox, ...keys, S3_ENDPOINT: 'http://localhost:3001/s3/' }).storage.s3
  expect(own).toMatchObject({ endpoint: 'http://localhost:3001/s3', region: 'us-east-1' })
  const message = problemsOf({ ...sandbox, S3_ENDPOINT: 'http://localhost:3001/s3' })
  for (const name of Object.keys(keys)) expect(message).toContain(`${name} is not set`)
})

test('a replica needs a primary, and there is none by default', () => {
  expect(readConfig(sandbox).databaseReplicaUrl).toBeUndefined()
  const replica = { ...sandbox, DATABASE_REPLICA_URL: 'postgres://reader@replica/shop' }
  expect(problemsOf(replica)).toContain('DATABASE_URL is not set (the primary of DATABASE_REPLICA_URL)')
  expect(problemsOf({ ...sandbox, DATABASE_REPLICA_URL: 'replica' })).toContain(
    'DATABASE_REPLICA_URL must begin with postgres://',
  )
  const both = readConfig({ ...replica, DATABASE_URL: 'postgres://writer@primary/shop' })
  expect(both.databaseReplicaUrl).toBe('postgres://reader@replica/shop')
})

test('metrics token, slow query log and traces follow the environment', () => {
  const unset = readConfig(sandbox)
  expect(unset).toMatchObject({ metricsToken: undefined, slowQueryMs: 500, traces: null })
  const set = readConfig({
    ...sandbox,
    METRICS_TOKEN: 'sixteen-letters!',
    SLOW_QUERY_MS: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  const traces = { url: 'http://localhost:4318/v1/traces', serviceName: 'dashfit', share: 0.25 }
  expect(set).toMatchObject({ metricsToken: 'sixteen-letters!', slowQueryMs: 0, traces })
  const elsewhere = 'http://collector:4318/own/path'
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: elsewhere, OTEL_SERVICE_NAME: 'book' }
  expect(readConfig({ ...sandbox, ...own }).traces).toEqual({ url: elsewhere, serviceName: 'book', share: 1 })
  const message = problemsOf({
    ...sandbox,
    METRICS_TOKEN: 'short',
    SLOW_QUERY_MS: 'never',
    OTEL_TRACES_SAMPLER_ARG: '2',
  })
  for (const name of ['METRICS_TOKEN', 'SLOW_QUERY_MS', 'OTEL_TRACES_SAMPLER_ARG'])
    expect(message).toContain(`${name} must`)
})

/** A malformed value of every setting. */
const malformed: Record<string, string[]> = {
  NODE_ENV: ['prod', 'Production'],
  HOST: ['http://localhost', 'local host'],
  PORT: ['eighty', '65536', '-1', '3000 '],
  PUBLIC_URL: ['book.example.com', 'mailto:a@b.test', 'https://example.com/book', 'https://u:p@example.com'],
  TRUSTED_PROXIES: ['proxy', '10.0.0.0/33', '10.0.0.1;10.0.0.2', '10.0.0.1,'],
  DATABASE_URL: [
    'mysql://x',
    'postgres://u:p@ss/w#rd@host/db',
    'postgres://u:p%zz@host/db',
    'postgres://host:70000/db',
  ],
  DATABASE_LISTEN_URL: ['direct', 'postgres://u:p@ss/word@host/db'],
  DATABASE_REPLICA_URL: ['replica', 'postgres://u:p@ss/word@host/db'],
  DATA_DIR: [' .data', '.data\n'],
  REQUEST_TIMEOUT_SECONDS: ['0', 'soon'],
  MAX_CONNECTIONS: ['0', 'many'],
  POOL_SIZE: ['0', '1000', 'ten', '1.5'],
  LOG_LEVEL: ['loud', 'INFO'],
  SESSION_SECRET: ['short', `${'x'.repeat(40)}\n`],
  PAYOUT_KEY: ['x'.repeat(44), key(1).slice(0, -1)],
  PAYOUT_KEY_ID: ['0', '256', 'one'],
  PAYOUT_OLD_KEYS: ['2:short', key(2)],
  PAYOUT_FEE_PERCENT: ['101', '10%', '1.255', '-1'],
  SHOP_REFUND_PERCENT: ['101', '10%', '1.5', '-1'],
  ADMIN_EMAIL: ['admin', 'a@b@c.test'],
  ADMIN_PASSWORD: ['secret\n', ' secret'],
  STRIPE_SECRET_KEY: ['pk_live_x', 'sk_live_x\n', '-'],
  STRIPE_PUBLISHABLE_KEY: ['sk_live_x', '-'],
  STRIPE_WEBHOOK_SECRET: ['sk_live_x', 'whsec_x y'],
  STRIPE_API_URL: ['localhost:3001', 'ftp://localhost'],
  STRIPE_SCRIPT_URL: ['js.stripe.com', 'javascript:alert(1)'],
  SMTP_URL: [
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://user@shop.example:p@ss/w#rd@host',
    'smtp://user:pass/word@host',
    'smtp://user:pass#word@host',
    'smtp://user:pass?word@host',
    'smtp://user:p@ss@host',
    'smtp://user:p%zz@host',
    'smtp://host/path',
    'smtp://host:587#fragment',
    'smtp://host:65536',
  ],
  MAIL_FROM: ['not an address', 'Book', 'Book <>', 'Book <book>', 'a@b.test, c@d.test', '-'],
  OPERATOR_NAME: ['Dashfit\n', ' Dashfit'],
  OPERATOR_EMAIL: ['hello', 'Dashfit <hello@example.com>'],
  OPERATOR_ADDRESS: ['1200 W Main St\nAlhambra'],
  POLICIES_SINCE: ['January 2027', '2027-02-30'],
  APPLE_PAY_DOMAIN_ASSOCIATION: ['two words', '7B22\n7D'],
  GOOGLE_MAPS_API_KEY: ['two words', 'key\n'],
  MAPS_DAILY_REQUESTS: ['0', '1e3'],
  MAPS_NETWORK_REQUESTS: ['0', '1e3'],
  MAPS_API_URL: ['maps', 'https://maps.example?key=1'],
  GOOGLE_CLIENT_ID: ['two words'],
  GOOGLE_CLIENT_SECRET: ['secret\n'],
  GOOGLE_SIGN_IN_URL: ['google'],
  FACEBOOK_CLIENT_ID: ['two words'],
  FACEBOOK_CLIENT_SECRET: ['secret\n'],
  FACEBOOK_SIGN_IN_URL: ['facebook'],
  TWILIO_ACCOUNT_SID: ['two words'],
  TWILIO_AUTH_TOKEN: ['token\n'],
  TWILIO_API_URL: ['api.twilio.com'],
  S3_ENDPOINT: ['s3.example.com', 'https://key:secret@s3.example.com', 'https://s3.example.com?a=1'],
  S3_REGION: ['us east', 'us-east-1\n'],
  S3_BUCKET: ['My_Bucket', 'a', 'two words', 'photos/2026', 'a..b', '../etc'],
  S3_ACCESS_KEY_ID: ['two words'],
  S3_SECRET_ACCESS_KEY: ['secret\n'],
  MAX_OPEN_CLAIMS: ['0', '-1', '1.5', 'many'],
  MAX_UPCOMING_APPOINTMENTS: ['0', '1e3'],
  MAX_LAPSED_CLAIMS: ['0', '1000000'],
  MAX_MAILS_PER_HOUR: ['0', 'ten'],
  MAX_MAILS_PER_DAY: ['0', '-30'],
  MAX_NAMED_ADDRESSES: ['0', '-30'],
  MAX_TEXTS_PER_PHONE: ['0', 'six'],
  MAX_TEXTS_PER_DAY: ['0', '1.5'],
  ALLOW_CONFLICTING_APPOINTMENTS: ['yes', 'ON'],
  MAX_CARDS_PER_ACCOUNT: ['0', 'three'],
  ALLOW_UNPROVEN_CARDS: ['yes', 'ON'],
  MAX_REFUSED_CARDS_PER_NETWORK: ['0', '1.5'],
  MAX_REFUSALS_PER_CARD: ['-1', '1000000'],
  CARD_REFUSAL_ALARM: ['0', '1e3'],
  REQUIRE_SECOND_FACTOR: ['yes', 'ON'],
  SANDBOX_URL: ['sandbox'],
  SANDBOX_SECRET: ['two words'],
  METRICS_TOKEN: ['short', 'sixteen letters and spaces'],
  SLOW_QUERY_MS: ['never', '-1'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318'],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['collector'],
  OTEL_SERVICE_NAME: ['dashfit\n'],
  OTEL_TRACES_SAMPLER_ARG: ['2', 'half'],
}

test.each(Object.keys(environment.shape))('a malformed %s is named at the start', (name) => {
  expect(malformed[name], 'a malformed value for the new setting').toBeDefined()
  for (const value of malformed[name] ?? [])
    expect(problemsOf({ ...sandbox, [name]: value }), value).toMatch(new RegExp(`^  ${name} must `, 'm'))
})

test('every malformed setting is named in one list', () => {
  const all = Object.fromEntries(Object.entries(malformed).map(([name, [first = '']]) => [name, first]))
  const message = problemsOf({ ...sandbox, ...all })
  for (const name of Object.keys(environment.shape)) expect(message).toContain(`  ${name} must `)
})

test.each([
  ['SMTP_URL', 'smtp://user%40shop.example:p%40ss%2Fw%23rd@mail.example.com:587'],
  ['SMTP_URL', 'smtps://mail.example.com'],
  ['SMTP_URL', 'smtp://[::1]:2525/'],
  ['SMTP_URL', 'smtp://relay.internal:25?requireTLS=false'],
  ['MAIL_FROM', 'book@example.com'],
  ['MAIL_FROM', 'Book & Drive, Inc. <book@example.com>'],
  ['MAIL_FROM', '"Book" <book@example.com>'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, ::1,loopback'],
  ['HOST', '::'],
  ['HOST', '0.0.0.0'],
  ['DATABASE_URL', 'postgres:///dashfit?host=/run/postgresql'],
  ['DATABASE_URL', 'postgresql://u:p%40ss@[::1]:5433/dashfit?sslmode=require'],
  ['PUBLIC_URL', 'https://book.example.com/'],
  ['STRIPE_SECRET_KEY', 'rk_live_x'],
])('%s=%s is taken', (name, value) => {
  expect(problemsOf({ ...sandbox, [name]: value })).toBe('')
})
