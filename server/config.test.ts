import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

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

test('a malformed value is named with what it should be, together with what is missing', () => {
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

test('with a sandbox it starts in production too, and says so to the pages', () => {
  const config = readConfig({ ...sandbox, NODE_ENV: 'production' })
  expect(config.sandbox).toEqual({ url: 'http://localhost:3001', secret: 'shared' })
  expect(config.publicUrl).toBe('http://localhost:3000')
})

test('with real providers there is no sandbox and the provider’s own addresses are used', () => {
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
