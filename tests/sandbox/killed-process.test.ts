import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hold } from './open-sandbox.ts'

let dataDir: string
const started: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-killed-'))
})
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<{ child: ChildProcess; stripe: Stripe }> {
  const child = fork('sandbox/main.ts', {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DATA_DIR: dataDir,
      PRODUCT_URL: 'http://127.0.0.1:9',
    },
  })
  started.push(child)
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const port = Number(new URL(url).port)
  return { child, stripe: new Stripe('sk_test_killed', { host: 'localhost', port, protocol: 'http' }) }
}

test('a killed sandbox finds every hold it had acknowledged', async () => {
  const first = await start()
  const acknowledged: string[] = []
  const placing = (async () => {
    for (;;) {
      const held = await first.stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_visa' })
      acknowledged.push(held.id)
    }
  })().catch(() => undefined)
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  first.child.kill('SIGKILL')
  await placing

  const second = await start()
  const found: string[] = []
  for await (const intent of second.stripe.paymentIntents.list({ limit: 100 })) found.push(intent.id)
  expect(found).toEqual(expect.arrayContaining(acknowledged))
  expect((await second.stripe.paymentIntents.capture(acknowledged[0] ?? '')).status).toBe('succeeded')
})

test('a sandbox ends with the process that started it', async () => {
  const { child } = await start()
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([0, null])
})
