import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { Pool } from 'pg'
import { sendOutbox } from '../server/notifications/send-outbox.ts'
import type { Bench } from './bench.ts'
import { measureBookings, poolSize } from './booking.ts'
import { atLeast, inWords, shown, type Line } from './line.ts'
import { emptyMarket, marketOf, pauseMails, resumeMails, type Market } from './market.ts'
import { inTurns, median } from './measure.ts'
import { openRecorder, type Statement } from './record-statements.ts'

/** Fills the outbox with so many copies of a mail that a booking has put there, each to somebody else, all due. */
async function fillOutbox({ pool }: Market, count: number): Promise<void> {
  const { rows } = await pool.query<{ kind: string; payload: unknown }>(
    'select kind, payload from outbox limit 1',
  )
  const [mail] = rows
  if (!mail) throw new Error('no booking has put a mail into the outbox')
  await pool.query(`begin; set local session_replication_role = replica; truncate outbox cascade; commit`)
  await pool.query(
    `insert into outbox (id, kind, recipient, payload, created_at, due_at)
      select gen_random_uuid(), $2, 'reader-' || n || '@example.test', $3, now() - interval '1 hour', now() - interval '1 hour'
        from generate_series(1, $1::integer) n`,
    [count, mail.kind, JSON.stringify(mail.payload)],
  )
  await pool.query('analyze outbox')
}

async function countWaiting({ pool }: Market): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    'select count(*)::integer as waiting from outbox where sent_at is null',
  )
  return rows[0]?.waiting ?? Number.NaN
}

/** Mails a second that the product renders and hands over, from the moment at which it may. */
async function drainOwn(market: Market, count: number): Promise<number> {
  const before = (await market.outside.counts()).mails
  await resumeMails(market)
  // It looks each second: the clock runs from the first mail.
  while ((await market.outside.counts()).mails === before) await wait(2)
  const [began, begun] = [performance.now(), (await market.outside.counts()).mails]
  while ((await countWaiting(market)) > 0) await wait(20)
  const seconds = (performance.now() - began) / 1000
  const { mails } = await market.outside.counts()
  await pauseMails(market)
  if (mails - before !== count) throw new Error(`${count} mails were due, and ${mails - before} came`)
  return (mails - begun) / seconds
}

type Hand = (recipient: string) => Promise<unknown>
type Leased = { id: string; recipient: string }

/** The same rows by the product's own lease and a note for each, with nothing rendered between them. */
async function drainBare(market: Market, count: number, lease: Statement, hand: Hand): Promise<number> {
  const pool = new Pool({ connectionString: market.databaseUrl, max: poolSize })
  try {
    const began = performance.now()
    for (;;) {
      const { rows } = await pool.query<Leased>({
        name: 'lease',
        text: lease.text,
        values: [...lease.values],
      })
      if (rows.length === 0) break
      await Promise.all(
        rows.map(async ({ id, recipient }) => {
          await hand(recipient)
          await pool.query({
            name: 'sent',
            text: 'update outbox set sent_at = now(), leased_until = null where id = $1',
            values: [id],
          })
        }),
      )
    }
    const seconds = (performance.now() - began) / 1000
    if ((await countWaiting(market)) > 0) throw new Error('the floor left mails behind')
    return count / seconds
  } finally {
    await pool.end()
  }
}

async function recordLease(bench: Bench, market: Market): Promise<Statement> {
  const recorder = await openRecorder(bench, market)
  try {
    const [lease] = await recorder.record(async () => void (await sendOutbox(recorder.context)))
    if (!lease) throw new Error('the outbox was not asked')
    return lease
  } finally {
    await recorder.close()
  }
}

/** How fast waiting mails leave, against the rows alone being taken and noted, and against the same with a ready mail handed over. */
export async function measureOutbox(bench: Bench): Promise<Line[]> {
  const market = await marketOf(bench, poolSize)
  const count = bench.quick ? 200 : 2000
  await measureBookings(bench, market, 8, 1)
  await fillOutbox(market, 1)
  const lease = await recordLease(bench, market)
  const transport = createTransport({ url: market.outside.smtpUrl, pool: true, maxConnections: 5 })
  const text = 'x'.repeat(12_000)
  const handOver: Hand = (to) =>
    transport.sendMail({ from: 'bench@example.test', to, subject: 'Ready', text })
  const filled = (drain: () => Promise<number>) => async () => {
    await fillOutbox(market, count)
    return drain()
  }
  const [own, handed, rows] = await inTurns(bench.quick ? 2 : bench.rounds, [
    filled(() => drainOwn(market, count)),
    filled(() => drainBare(market, count, lease, handOver)),
    filled(() => drainBare(market, count, lease, async () => undefined)),
  ])
  transport.close()
  await emptyMarket(market)
  const ratio = median(own) / median(handed)
  return [
    atLeast(0.5, {
      what: 'mails that leave the outbox, against a bare SKIP LOCKED loop that hands over a ready mail of 12 kB each',
      figure: `${inWords(median(own))}/s against ${inWords(median(handed))}/s = ${inWords(ratio)}`,
      value: ratio,
    }),
    shown(
      'the same against a bare SKIP LOCKED loop that sends nothing',
      `${inWords(median(own))}/s against ${inWords(median(rows))}/s = ${inWords(median(own) / median(rows))}`,
      median(own) / median(rows),
    ),
  ]
}
