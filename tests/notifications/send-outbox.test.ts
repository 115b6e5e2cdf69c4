import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutgoingMail } from '../../server/context.ts'
import { sendOutbox } from '../../server/notifications/send-outbox.ts'
import { smtpClient } from '../../server/notifications/smtp-client.ts'
import { countReads } from '../support/count-reads.ts'
import { book } from '../support/orders.ts'
import { newEmail, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person

beforeAll(async () => {
  world = await startWorld()
  customer = await signUp(world)
})
afterAll(() => world.stop())

type Mail = {
  subject: string
  text: string
  html: string
  messageId: string
  attachments: { content: string }[]
}

async function mailbox(to: string): Promise<Mail[]> {
  return (await (
    await fetch(`${world.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(to)}`)
  ).json()) as Mail[]
}

function day(index: number): string {
  return world.bookableDays()[index] ?? ''
}

test('a booking sends one mail, whose calendar file has the right hour in the shop’s time zone', async () => {
  const email = newEmail()
  await book(world, customer, { date: `${day(0)} 14:00`, email })
  expect(await mailbox(email)).toEqual([])
  await world.runJobs()
  await world.runJobs()
  const [mail, ...more] = await mailbox(email)
  expect(more).toEqual([])
  expect(mail?.text).toContain('2:00 PM')
  expect(mail?.text).toContain('$499')
  const start = /DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00Z/.exec(mail?.attachments[0]?.content ?? '')
  const instant = Date.UTC(
    Number(start?.[1]),
    Number(start?.[2]) - 1,
    Number(start?.[3]),
    Number(start?.[4]),
    Number(start?.[5]),
  )
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Los_Angeles',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(instant)
  expect(shown).toBe(`${day(0)} 14:00`)
})

test('a declined card sends nothing', async () => {
  const email = newEmail()
  await expect(
    book(world, customer, { date: `${day(1)} 09:00`, email, paymentMethodId: 'pm_card_chargeDeclined' }),
  ).rejects.toThrow('402')
  await world.runJobs()
  expect(await mailbox(email)).toEqual([])
})

test('two concurrent processes send each mail once', async () => {
  const emails = Array.from({ length: 12 }, newEmail)
  for (const [index, email] of emails.entries()) {
    await book(world, customer, { date: `${day(2 + (index % 6))} ${index < 6 ? '09:00' : '12:00'}`, email })
  }
  const results = await Promise.all(Array.from({ length: 4 }, () => sendOutbox(world.context)))
  expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(12)
  for (const email of emails) expect(await mailbox(email)).toHaveLength(1)
})

/** Fills the outbox with due copies of a sent mail, spread over `people` recipients. */
async function fillOutbox(count: number, people = count): Promise<void> {
  await world.context.database.pool.query(
    `insert into outbox (id, kind, recipient, payload, created_at, due_at)
      select gen_random_uuid(), kind, 'reader-' || n % $2 || '@example.test', payload, created_at, created_at
      from (select * from outbox where sent_at is not null order by id limit 1) mail, generate_series(1, $1) n`,
    [count, people],
  )
}

/** Number of index entries of the outbox read so far. */
async function countIndexReads(): Promise<number> {
  const { pool } = world.context.database
  await countReads(pool)
  const { rows } = await pool.query<{ reads: number }>(
    `select sum(idx_tup_read)::float8 as reads from pg_stat_user_indexes where relname = 'outbox'`,
  )
  return rows[0]?.reads ?? 0
}

test('the search of a backlog of few recipients is not quadratic, even without table statistics', async () => {
  const { pool } = world.context.database
  await pool.query('alter table outbox set (autovacuum_enabled = false)')
  await fillOutbox(1500, 8)
  // Each recipient's first mail is leased to another process, so no mail is sent and only the search is
  // measured.
  await pool.query(`update outbox set leased_until = now() + interval '1 hour' where id in
    (select distinct on (recipient) id from outbox where sent_at is null order by recipient, id)`)
  const before = await countIndexReads()
  expect(await sendOutbox(world.context)).toEqual({ sent: 0, failed: 0 })
  // Without statistics the planner compared every mail with every other, 2 million entries.
  expect((await countIndexReads()) - before).toBeLessThan(600_000)
  // Five mails of each recipient are left, and all are sent in order.
  await pool.query(`update outbox set sent_at = created_at where id in (select id from
    (select id, row_number() over (partition by recipient order by id) from outbox where sent_at is null) waiting
    where row_number > 5)`)
  await pool.query('update outbox set leased_until = null where sent_at is null')
  const mail = { send: () => Promise.resolve(), close: () => undefined }
  expect(await sendOutbox({ ...world.context, mail })).toEqual({ sent: 40, failed: 0 })
})

test('the server handles requests between mails', async () => {
  let [turn, isOver] = [0, false]
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  count()
  const turns: number[] = []
  const mail = {
    send: async () => {
      turns.push(turn)
      const began = performance.now()
      while (performance.now() - began < 3);
    },
    close: () => undefined,
  }
  await fillOutbox(20)
  expect(await sendOutbox({ ...world.context, mail })).toEqual({ sent: 20, failed: 0 })
  isOver = true
  expect(new Set(turns).size).toBeGreaterThan(5)
})

test('a batch is sent while the mail server handles the one before', async () => {
  const count = 25
  await fillOutbox(count)
  const begun: string[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const mail = {
    send: async ({ to }: OutgoingMail) => {
      begun.push(to)
      if (begun.length === count) answer()
      await answered
    },
    close: () => undefined,
  }
  expect(await sendOutbox({ ...world.context, mail })).toEqual({ sent: count, failed: 0 })
  expect(new Set(begun).size).toBe(count)
})

test('control: without the lease the same mail is sent again', async () => {
  const email = newEmail()
  await book(world, customer, { date: `${day(8)} 09:00`, email })
  const { pool } = world.context.database
  await pool.query(`create function forget_lease() returns trigger language plpgsql as
    $$ begin new.leased_until := null; new.sent_at := null; return new; end $$`)
  await pool.query(
    'create trigger forget before update on outbox for each row execute function forget_lease()',
  )
  let sends = 0
  const counting = {
    ...world.context,
    mail: {
      send: async () => {
        sends++
        if (sends >= 3) await pool.query('drop trigger if exists forget on outbox')
      },
      close: () => undefined,
    },
  }
  await sendOutbox(counting)
  expect(sends).toBeGreaterThan(1)
})

test('while the mail server is down a mail is retried with backoff, and it is sent afterwards', async () => {
  const email = newEmail()
  await book(world, customer, { date: `${day(9)} 09:00`, email })
  const away = { ...world.context, mail: smtpClient('smtp://127.0.0.1:1', 'Dashfit <hello@dashfit.invalid>') }
  expect(await sendOutbox(away)).toEqual({ sent: 0, failed: 1 })
  expect(await sendOutbox(away)).toEqual({ sent: 0, failed: 0 })
  const { rows } = await world.context.database.pool.query<{ attempts: number; last_error: string }>(
    'select attempts, last_error from outbox where recipient = $1',
    [email],
  )
  expect(rows[0]).toMatchObject({ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') })
  world.context.clock.setOffset(61_000)
  expect(await sendOutbox(world.context)).toEqual({ sent: 1, failed: 0 })
  world.context.clock.setOffset(0)
  expect(await mailbox(email)).toHaveLength(1)
})

test('moving the clock forward does not end the lease of an active sender', async () => {
  const email = newEmail()
  await book(world, customer, { date: `${day(7)} 09:00`, email })
  let otherSender = { sent: -1, failed: -1 }
  const slow = {
    ...world.context,
    mail: {
      ...world.context.mail,
      send: async (mail: OutgoingMail) => {
        world.context.clock.setOffset(24 * 60 * 60_000)
        otherSender = await sendOutbox(world.context)
        world.context.clock.setOffset(0)
        await world.context.mail.send(mail)
      },
    },
  }
  expect(await sendOutbox(slow)).toEqual({ sent: 1, failed: 0 })
  expect(otherSender).toEqual({ sent: 0, failed: 0 })
  expect(await mailbox(email)).toHaveLength(1)
})

test('a mail of a killed sender is taken over when its lease expires', async () => {
  const email = newEmail()
  await book(world, customer, { date: `${day(6)} 09:00`, email })
  const { pool } = world.context.database
  await pool.query(
    `update outbox set attempts = 1, leased_until = now() + interval '30 s' where recipient = $1`,
    [email],
  )
  expect(await sendOutbox(world.context)).toEqual({ sent: 0, failed: 0 })
  await pool.query(`update outbox set leased_until = now() where recipient = $1`, [email])
  expect(await sendOutbox(world.context)).toEqual({ sent: 1, failed: 0 })
})

test('after twelve attempts a mail fails permanently, and the stored reason contains no address', async () => {
  const email = newEmail()
  await book(world, customer, { date: `${day(5)} 09:00`, email })
  const refusing = {
    ...world.context,
    mail: {
      ...world.context.mail,
      send: async (mail: OutgoingMail) => {
        throw new Error(`451 4.3.0 <${mail.to}>: not today`)
      },
    },
  }
  const waits: number[] = []
  const { clock, database } = world.context
  for (let attempt = 1; attempt <= 12; attempt++) {
    const before = clock.now()
    expect(await sendOutbox(refusing)).toEqual({ sent: 0, failed: 1 })
    const { rows } = await database.pool.query<{ due_at: Date }>(
      'select due_at from outbox where recipient = $1',
      [email],
    )
    const dueAt = rows[0]?.due_at.getTime() ?? 0
    waits.push(Math.round((dueAt - before) / 60_000))
    clock.setOffset(dueAt - Date.now() + 1)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
  expect(await sendOutbox(world.context)).toEqual({ sent: 0, failed: 0 })
  clock.setOffset(0)
  const { rows } = await database.pool.query(
    'select attempts, sent_at, last_error from outbox where recipient = $1',
    [email],
  )
  expect(rows).toEqual([{ attempts: 12, sent_at: null, last_error: '451 4.3.0 (address) not today' }])
  expect(world.logLines.filter((line) => line.includes('a mail was given up'))).toHaveLength(1)
  expect(world.logLines.join('')).not.toContain(email)
})

/** The state of a mail that the server answers with this code, and its number of attempts, over two days. */
async function sendAgainst(code: number) {
  const email = newEmail()
  await book(world, customer, { date: `${day(code === 550 ? 4 : 3)} 09:00`, email })
  let tries = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _, done) => {
      tries++
      done(Object.assign(new Error(`<${address.address}> is not here`), { responseCode: code }))
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  const mail = smtpClient(`smtp://127.0.0.1:${port}`, 'Dashfit <hello@dashfit.invalid>')
  for (let hours = 0; hours <= 48; hours += 3) {
    world.context.clock.setOffset(hours * 60 * 60_000)
    await sendOutbox({ ...world.context, mail })
  }
  world.context.clock.setOffset(0)
  mail.close()
  await new Promise<void>((resolve) => {
    server.close(resolve)
  })
  const { rows } = await world.context.database.pool.query(
    'select attempts, sent_at, given_up_at, last_error from outbox where recipient = $1',
    [email],
  )
  return { tries, rows, email }
}

test('a permanently refused mail is attempted once, and its row stores the reason', async () => {
  const before = world.logLines.length
  const { tries, rows, email } = await sendAgainst(550)
  expect(tries).toBe(1)
  expect(rows).toEqual([
    {
      attempts: 1,
      sent_at: null,
      given_up_at: expect.any(Date),
      last_error: expect.stringMatching(/550 \(address\) is not here/),
    },
  ])
  const said = world.logLines.slice(before).filter((line) => line.includes('a mail was given up'))
  expect(said).toEqual([expect.stringContaining('"attempt":1,')])
  expect(said.join('')).not.toContain(email)
})

test('control: a mail refused with 450 is attempted twelve times', async () => {
  const { tries } = await sendAgainst(450)
  expect(tries).toBe(12)
})

test('mails to one recipient arrive in the order of their events', async () => {
  const email = newEmail()
  const id = await book(world, customer, { date: `${day(2)} 09:00`, email })
  await customer.patch(`/api/appointments/${id}`, { date: day(2), time: '13:00' })
  await customer.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  await Promise.all([sendOutbox(world.context), sendOutbox(world.context)])
  const subjects = (await mailbox(email)).map(({ subject }) => subject.split(':')[0])
  expect(subjects.toReversed()).toEqual(['Confirmed', 'New time', 'Cancelled'])
})
