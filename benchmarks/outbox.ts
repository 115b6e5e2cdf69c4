import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BareOutbox, Drain } from './bare-outbox.ts'
import type { Bench } from './bench.ts'
import { loadRecorder } from './booking-statements.ts'
import { measureBookings, poolSize } from './booking.ts'
import { listenTo, startChild } from './child.ts'
import { atLeast, inWords, shown, type Line } from './line.ts'
import { emptyMarket, marketOf, pauseMails, resumeMails, type Market } from './market.ts'
import { inTurns, median } from './measure.ts'
import type { Statement } from './record-statements.ts'

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

/** The floor in a process of its own, on the terms of the server: rows a second, once it was told to drain the outbox. */
type Floor = { drain(asked: Drain): Promise<number>; close(): Promise<void> }

async function startFloor(
  bench: Bench,
  { market, lease, count }: { market: Market; lease: Statement; count: number },
): Promise<Floor> {
  const file = join(await bench.folderFor('outbox'), 'floor.json')
  const { databaseUrl, outside } = market
  const given: BareOutbox = { databaseUrl, smtpUrl: outside.smtpUrl, connections: poolSize, lease }
  await writeFile(file, JSON.stringify(given))
  const script = join(import.meta.dirname, 'bare-outbox.ts')
  const floor = startChild(['--import', 'tsx', script, file], {
    env: { PATH: process.env['PATH'] },
    logFile: join(await bench.folderFor('logs'), 'bare-outbox.log'),
    precedence: true,
  })
  const said = listenTo(floor, 'the floor of the outbox')
  await said()
  return {
    close: () => floor.close(),
    drain: async (asked) => {
      floor.process.send(asked)
      const seconds = Number(await said())
      if ((await countWaiting(market)) > 0) throw new Error('the floor left mails behind')
      return count / seconds
    },
  }
}

async function recordLease(bench: Bench, market: Market): Promise<Statement> {
  const { openRecorder } = await loadRecorder()
  const { sendOutbox } = await import('../server/notifications/send-outbox.ts')
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
  await measureBookings(bench, market, 8, 0.2)
  await fillOutbox(market, 1)
  const lease = await recordLease(bench, market)
  const floor = await startFloor(bench, { market, lease, count })
  const filled = (drain: () => Promise<number>) => async () => {
    await fillOutbox(market, count)
    return drain()
  }
  const [own, handed, rows] = await inTurns(bench.quick ? 2 : bench.rounds, [
    filled(() => drainOwn(market, count)),
    filled(() => floor.drain({ hands: true })),
    filled(() => floor.drain({ hands: false })),
  ])
  await floor.close()
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
