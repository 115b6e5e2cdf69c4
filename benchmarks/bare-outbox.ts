import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { Pool } from 'pg'
import type { Statement } from './record-statements.ts'

/** What a drain of the outbox is asked for: with a ready mail handed over for each row, or with nothing between lease and note. */
export type Drain = { hands: boolean }

/** How the floor is set up, in a file whose name it is given. */
export type BareOutbox = { databaseUrl: string; smtpUrl: string; connections: number; lease: Statement }

type Leased = { id: string; recipient: string }

/** The product's rows by its own lease and a note for each, in a process of its own that drains the outbox when it is told to. */
const { databaseUrl, smtpUrl, connections, lease } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as BareOutbox
const pool = new Pool({ connectionString: databaseUrl, max: connections })
const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 5 })
const text = 'x'.repeat(12_000)

async function drain({ hands }: Drain): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rows } = await pool.query<Leased>({ name: 'lease', text: lease.text, values: [...lease.values] })
    if (rows.length === 0) return (performance.now() - began) / 1000
    await Promise.all(
      rows.map(async ({ id, recipient }) => {
        if (hands)
          await transport.sendMail({ from: 'bench@example.test', to: recipient, subject: 'Ready', text })
        await pool.query({
          name: 'sent',
          text: 'update outbox set sent_at = now(), leased_until = null where id = $1',
          values: [id],
        })
      }),
    )
  }
}

process.on('message', (asked: Drain) => void drain(asked).then((seconds) => process.send?.(seconds)))
process.on('disconnect', () => process.exit())
process.send?.('ready')
