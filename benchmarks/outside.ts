import { join } from 'node:path'
import { findFreePort } from '../scripts/free-port.ts'
import type { Bench } from './bench.ts'
import { startChild } from './child.ts'
import { untilReady } from './measure.ts'

/** The world outside the product, as fast as it is told to be. */
export type Outside = {
  providerUrl: string
  smtpUrl: string
  /** How long the card provider takes for each answer from now on. */
  delay(ms: number): Promise<void>
  /** How often each call of the provider was made, and how many mails came. */
  counts(): Promise<{ calls: Record<string, number>; mails: number }>
  close(): Promise<void>
}

async function openOutside(bench: Bench): Promise<Outside> {
  const [port, smtpPort] = [await findFreePort(), await findFreePort()]
  const script = join(import.meta.dirname, 'outside-world.ts')
  const child = startChild(['--import', 'tsx', script, String(port), String(smtpPort)], {
    env: process.env,
    logFile: join(await bench.folderFor('logs'), 'outside.log'),
  })
  const providerUrl = `http://127.0.0.1:${port}`
  await untilReady(`${providerUrl}/counts`)
  return {
    providerUrl,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    delay: async (ms) => {
      await fetch(`${providerUrl}/delay`, { method: 'POST', body: new URLSearchParams({ ms: String(ms) }) })
    },
    counts: async () => {
      const answer = await fetch(`${providerUrl}/counts`)
      return (await answer.json()) as { calls: Record<string, number>; mails: number }
    },
    close: () => child.close(),
  }
}

export function outsideOf(bench: Bench): Promise<Outside> {
  return bench.once('outside', () => openOutside(bench))
}
