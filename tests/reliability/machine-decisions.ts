import { setTimeout as wait } from 'node:timers/promises'
import { orderFor } from '../support/orders.ts'
import { outsideOf } from '../support/outside.ts'
import { signInAdministrator, signUp, type Answer } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { auditMoney } from './audit.ts'

/**
 * The product's decisions over some days, without dates: equal for the same hour of the same weekday. The
 * clock of product and provider is moved by that many seconds first, and `prepare` may change the database.
 */
export async function listDecisions(
  turnSeconds: number,
  prepare: (world: World) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const world = await startWorld({ LOG_LEVEL: 'error' })
  try {
    await prepare(world)
    await world.advance(turnSeconds)
    return await playDay(world)
  } finally {
    await world.stop()
  }
}

async function playDay(world: World): Promise<string[]> {
  const told: string[] = []
  const { pool } = world.context.database
  const outside = outsideOf(world.sandboxUrl)
  const [customer, administrator] = [await signUp(world), await signInAdministrator(world)]
  const days = world.bookableDays()
  const tell = (what: string, { status, headers, body }: Answer): Answer => {
    const refusal = headers.get('x-refusal')
    told.push(`${what}: ${status}${refusal === null ? '' : ` ${refusal}`}`)
    return { status, headers, body }
  }
  const book = async (what: string, changes: object, key = what.replaceAll(' ', '-')): Promise<Answer> =>
    tell(
      what,
      await customer.post('/api/appointments', orderFor(world, { ...changes }), {
        'idempotency-key': `machine-${key}`,
      }),
    )
  const change = async (what: string, { body }: Answer, to: object): Promise<Answer> =>
    tell(what, await customer.patch(`/api/appointments/${body.id}`, to))
  const statesOf = async (what: string): Promise<void> => {
    const { rows } = await pool.query<{ states: string }>(
      `select string_agg(state || ' ' || package_id, ', ' order by created_at, id) as states from appointments`,
    )
    told.push(`${what}: ${rows[0]?.states ?? 'none'}`)
  }
  const stateOf = async ({ body }: Answer): Promise<string | undefined> => {
    const { rows } = await pool.query<{ state: string }>('select state from appointments where id = $1', [
      body.id,
    ])
    return rows[0]?.state
  }
  const freeOf = async (day: string | undefined): Promise<void> => {
    const { body } = await customer.get(`/api/appointments/availability?date=${day}&shopId=5&productId=3`)
    told.push(`free: ${body.map((slot: { available: boolean }) => (slot.available ? 'x' : '-')).join('')}`)
  }

  told.push(`days: ${days.length}`)
  await freeOf(days[0])
  await book('before the window', { date: `${dayBefore(days[0] ?? '')} 09:00` })
  const first = await book('first bay', { date: `${days[0]} 09:00` })
  await book('second bay', { date: `${days[0]} 10:00` })
  await book('no bay', { date: `${days[0]} 09:00` })
  await book('the same again', { date: `${days[0]} 09:00` }, 'first-bay')
  await freeOf(days[0])
  // Two confirmations at once, while the provider is slow: one holds the lease, the other waits for it.
  await outside.faults({ mode: 'slow', count: 1, delayMs: 500 })
  await Promise.all([1, 2].map(() => book('pressed twice', { date: `${days[4]} 09:00` })))
  await outside.faults({ mode: 'none' })
  const asks = { paymentMethodId: 'pm_card_authenticationRequired' }
  const confirmed = await book('asks the bank', { ...asks, date: `${days[1]} 09:00` })
  await book('asks and is left', { ...asks, date: `${days[1]} 10:00` })
  await world.advance(10 * 60)
  await outside.challenge(String(confirmed.body.clientSecret).split('_secret')[0] ?? '', 'complete')
  // The provider's events take a moment of real time. An expired claim gets none.
  for (let tries = 0; tries < 200 && (await stateOf(confirmed)) === 'claimed'; tries += 1) {
    await wait(25)
    await world.runJobs()
  }
  await statesOf('after ten minutes')
  await world.advance(6 * 60)
  await statesOf('after sixteen minutes')
  await change('dearer', first, { productId: 2, amount: 799 })
  await change('moved', first, { date: days[2], time: '11:00' })
  await change('cancelled', confirmed, { status: 'cancelled' })
  const second = (await customer.get(`/api/appointments/user/${customer.email}`)).body.length as number
  told.push(`listed: ${second}`)
  tell('captured', await administrator.post(`/api/admin/appointments/${first.body.id}/capture`))
  // Moves on to the installations: renewed holds, lapses and mails.
  for (let day = 0; day < 9; day += 1) {
    await world.advance(24 * 3600)
  }
  await waitUntilIdle(world)
  await statesOf('after nine days')
  const { rows: holds } = await pool.query<{ told: string }>(
    `select purpose || ' ' || status || ' ' || count(*) as told from holds group by purpose, status order by 1`,
  )
  const { rows: mails } = await pool.query<{ told: string }>(
    `select kind || ' ' || (sent_at is not null) || ' ' || count(*) as told from outbox group by kind, sent_at is not null order by 1`,
  )
  const intents = await outside.intents()
  return [
    ...told,
    ...[...holds, ...mails].map((row) => row.told),
    `payments: ${intents
      .map(({ status }) => status)
      .toSorted()
      .join(', ')}`,
    ...(await auditMoney({ pool, intents, now: world.context.clock.now() })),
    ...world.logLines,
  ]
}

/** Waits until no work of this machine is pending. */
async function waitUntilIdle(world: World): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    await world.runJobs()
    const { rows } = await world.context.database.pool.query<{ left: number }>(
      `select (select count(*) from holds where status in ('requested', 'capturing', 'refunding', 'releasing'))
        + (select count(*) from provider_events where handled_at is null)
        + (select count(*) from outbox where sent_at is null and given_up_at is null) as left`,
    )
    if (Number(rows[0]?.left) === 0) return
    await wait(25)
  }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
