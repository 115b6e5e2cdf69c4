import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

const script = `
  import { withBench } from './bench/bench.ts'
  await withBench(false, async (bench) => {
    console.log(JSON.stringify({ url: bench.postgresUrl, folder: await bench.makeFolder('logs') }))
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  })`

async function connects(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a benchmark run stopped by %s removes its database', async (signal, code) => {
  const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void run.kill('SIGKILL'))
  const [said] = (await once(run.stdout, 'data')) as [Buffer]
  const { url, folder } = JSON.parse(said.toString()) as { url: string; folder: string }
  expect([await connects(url), existsSync(folder)]).toEqual([true, true])
  const ended = once(run, 'exit')
  run.kill(signal)
  expect((await ended)[0]).toBe(code)
  expect([await connects(url), existsSync(folder)]).toEqual([false, false])
})
