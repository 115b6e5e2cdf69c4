import { expect, test } from 'vitest'

import { planProduct } from './product-plan.ts'

const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

const rest = ['text messages', 'maps', 'Google sign-in', 'Facebook sign-in']

test('without any provider the sandbox replaces all of them', () => {
  const plan = planProduct({}, 2525)
  expect(plan.port).toBe(3000)
  expect(plan.sandbox).toMatchObject({
    port: 3001,
    url: 'http://localhost:3001',
    imitates: ['cards', 'mail', 'text messages', 'maps', 'Google sign-in', 'Facebook sign-in'],
  })
  expect(plan.server).toMatchObject({
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_API_URL: 'http://localhost:3001',
    STRIPE_SCRIPT_URL: 'http://localhost:3001/v3/',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAPS_API_URL: 'http://localhost:3001',
    GOOGLE_CLIENT_ID: 'google-client-sandbox',
    GOOGLE_CLIENT_SECRET: 'google-secret-sandbox',
    GOOGLE_SIGN_IN_URL: 'http://localhost:3001/google',
    FACEBOOK_CLIENT_ID: 'facebook-client-sandbox',
    FACEBOOK_CLIENT_SECRET: 'facebook-secret-sandbox',
    FACEBOOK_SIGN_IN_URL: 'http://localhost:3001/facebook',
    SANDBOX_URL: 'http://localhost:3001',
  })
  expect(plan.sandbox?.environment['SANDBOX_SECRET']).toBe(plan.server['SANDBOX_SECRET'])
  expect(plan.sandbox?.environment['SANDBOX_WEBHOOK_SECRET']).toBe(plan.server['STRIPE_WEBHOOK_SECRET'])
})

test('a real card provider stays, while the sandbox replaces mail', () => {
  const plan = planProduct({ ...stripe, PORT: '8080' }, 2525)
  expect(plan.sandbox?.imitates).toEqual(['mail', ...rest])
  expect(plan.sandbox?.port).toBe(8081)
  expect(plan.server).toMatchObject(stripe)
  expect(plan.server).not.toHaveProperty('STRIPE_API_URL')
})

test('the plan keeps a half-configured card provider, and the server refuses it', () => {
  const plan = planProduct({ STRIPE_SECRET_KEY: 'sk_live_1' }, 2525)
  expect(plan.sandbox?.imitates).toEqual(['mail', ...rest])
  expect(plan.server['STRIPE_PUBLISHABLE_KEY']).toBeUndefined()
})

test('with every provider set there is no sandbox', () => {
  const all = { ...stripe, SMTP_URL: 'smtps://mail.example', GOOGLE_MAPS_API_KEY: 'real' }
  expect(planProduct(all, 2525).sandbox).toBeUndefined()
  expect(planProduct(all, 2525).server).not.toHaveProperty('MAPS_API_URL')
})

test('the sandbox does not run for maps and sign-in alone, because money would be real', () => {
  const { sandbox, server } = planProduct({ ...stripe, SMTP_URL: 'smtps://mail.example' }, 2525)
  expect(sandbox).toBeUndefined()
  expect(server).not.toHaveProperty('MAPS_API_URL')
  expect(server).not.toHaveProperty('GOOGLE_CLIENT_ID')
  expect(server).not.toHaveProperty('FACEBOOK_CLIENT_ID')
})

test('a sign-in provider with any setting is real, while the sandbox replaces the other', () => {
  const plan = planProduct({ FACEBOOK_CLIENT_ID: '1234567890' }, 2525)
  expect(plan.sandbox?.imitates).toEqual(['cards', 'mail', 'text messages', 'maps', 'Google sign-in'])
  expect(plan.server['FACEBOOK_CLIENT_ID']).toBe('1234567890')
  expect(plan.server).not.toHaveProperty('FACEBOOK_CLIENT_SECRET')
  expect(plan.server).not.toHaveProperty('FACEBOOK_SIGN_IN_URL')
})

test('the sandbox redirects to the address of the pages', () => {
  const { sandbox } = planProduct({ PORT: '8080', PUBLIC_URL: 'http://localhost:3000' }, 2525)
  expect(sandbox?.environment).toMatchObject({
    PRODUCT_URL: 'http://localhost:8080',
    PUBLIC_URL: 'http://localhost:3000',
  })
})

test('in production the sandbox needs SANDBOX=1', () => {
  expect(planProduct({ NODE_ENV: 'production' }, 2525).sandbox).toBeUndefined()
  expect(planProduct({ NODE_ENV: 'production', SANDBOX: '1' }, 2525).sandbox?.imitates).toEqual([
    'cards',
    'mail',
    ...rest,
  ])
})

test('the sandbox gets no real secret', () => {
  const plan = planProduct({ ...stripe, SESSION_SECRET: 'a', DATABASE_URL: 'b' }, 2525)
  expect(Object.keys(plan.sandbox?.environment ?? {})).not.toContain('SESSION_SECRET')
  expect(Object.values(plan.sandbox?.environment ?? {})).not.toContain('sk_live_1')
})
