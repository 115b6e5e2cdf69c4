import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { Step } from './booking-statements.ts'
import { runStep } from './run-step.ts'

/** What pgbench does, where it is not installed: books with the product's statements and nothing else. */
const { databaseUrl, steps, draw, clients, seconds } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as { databaseUrl: string; steps: Step[]; draw: string; clients: number; seconds: number }

let made = 0
const begun = performance.now()

async function beClient(number: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  for (let turn = 0; performance.now() - begun < seconds * 1000; turn++) {
    const { rows } = await client.query<Record<string, unknown>>({
      name: 'draw',
      text: draw,
      values: [number + turn * clients],
    })
    const own = rows[0] ?? {}
    for (const step of steps) await runStep(client, step, own)
    made++
  }
  await client.end()
}

await Promise.all(Array.from({ length: clients }, (_, number) => beClient(number)))
console.log(JSON.stringify({ made, rate: (made * 1000) / (performance.now() - begun) }))
