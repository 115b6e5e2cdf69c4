import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../scripts/free-port.ts'
import { raisedLimits } from '../support/raised-limits.ts'
import type { World } from '../support/start-world.ts'

/**
 * The server in an operating system process of its own, on the database and sandbox of a world. Its clock is
 * never moved.
 */
export type AppBeside = {
  url: string
  /** Messages that it logged as errors. */
  errors: string[]
  stop(): Promise<void>
}

export async function startBeside({ context: { config } }: World): Promise<AppBeside> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, '../../server/main.ts')],
    {
      // The server exits when the other end of the IPC channel is gone.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        ...raisedLimits,
        PORT: String(port),
        LOG_LEVEL: 'error',
        DATABASE_URL: config.databaseUrl,
        DATA_DIR: config.dataDir,
        STRIPE_SECRET_KEY: config.cards.secretKey,
        STRIPE_PUBLISHABLE_KEY: config.cards.publishableKey,
        STRIPE_WEBHOOK_SECRET: config.cards.webhookSecret,
        STRIPE_API_URL: config.cards.apiUrl,
        SMTP_URL: config.mail.smtpUrl,
      },
    },
  )
  const errors: string[] = []
  server.stdout?.setEncoding('utf8').on('data', (lines: string) => errors.push(lines.trim()))
  const exited = once(server, 'exit')
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (server.exitCode === null && !(await isReady())) await wait(50)
  if (server.exitCode !== null) throw new Error(`the server ended: ${errors.join('\n')}`)
  return {
    url,
    errors,
    stop: async () => {
      server.kill('SIGTERM')
      await exited
    },
  }
}
