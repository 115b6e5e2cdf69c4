import { Stripe } from 'stripe'
import { onTestFinished } from 'vitest'
import { book, listIntents, listOwn } from './orders.ts'
import { outsideOf } from './outside.ts'
import { signInAdministrator, signUp, type Answer, type Person } from './people.ts'
import { startWorld, type AppProcess, type World } from './start-world.ts'

/** In seconds, as every clock is turned. */
export const hour = 3600
/** Where the mails of an order go that names no other address. */
export const mailbox = 'receipt@example.test'
/** How long a busy machine may take to bring the provider's news. */
export const patience = { timeout: 20_000 }

/** A world in which a customer pays and an administrator takes the money, with the hands of both and of the provider. */
export type MoneyWorld = World & {
  /** Who books, changes and cancels; a test may put another in their place. */
  customer: Person
  administrator: Person
  /** One of the bookable days: 0 is the first, -1 the last. */
  day(index: number): string
  book(changes?: Record<string, unknown>): Promise<string>
  /** Books with a card that asks for 3-D Secure every time, and confirms it. */
  bookConfirmed(changes?: Record<string, unknown>): Promise<string>
  change(id: string, body: object): Promise<Answer>
  capture(id: string, by?: Person): Promise<Answer>
  /** Cancels as the administrator. */
  cancel(id: string): Promise<Answer>
  /** The customer's appointment as My Appointments shows it. */
  own(id: string): Promise<Answer['body']>
  /** The payments of an appointment as the provider has them, oldest first. */
  intentsOf(id: string): Promise<Answer['body'][]>
  statusesOf(id: string): Promise<string[]>
  /** What the ledger says of an appointment, oldest first. */
  movementsOf(id: string): Promise<string[]>
  timesOf(id: string): Promise<{ startsAt: number; endsAt: number }>
  /** Turns every clock to so many hours after the start; negative is before it. */
  advanceTo(id: string, hoursAfterStart: number): Promise<void>
  /** Does something with the product's clock one second past the start, and turns it back. */
  onceBegun<T>(id: string, work: () => Promise<T>): Promise<T>
  /** As when the keeper gave an appointment up: its hold lapses and no other takes its place. */
  leaveToLapse(id: string): Promise<void>
  faults(plan: object): Promise<void>
  cards(order: object): Promise<void>
  webhooks(switches: object): Promise<void>
  /** Answers the bank's question about a payment. */
  challenge(intentId: string, outcome: 'complete' | 'fail'): Promise<void>
}

export async function startMoneyWorld(environment: Record<string, string> = {}): Promise<MoneyWorld> {
  return withMoney(await startWorld(environment))
}

/** The two who pay and take. */
type People = Pick<MoneyWorld, 'customer' | 'administrator'>

const joinWorld = async (world: World): Promise<People> => {
  const [customer, administrator] = await Promise.all([signUp(world), signInAdministrator(world)])
  return { customer, administrator }
}

/** Signs the two up who pay and take, for which the world's database must be migrated, unless they are there already. */
export async function withMoney(world: World, people?: People): Promise<MoneyWorld> {
  const { clock, database } = world.context
  const outside = outsideOf(world.sandboxUrl)
  const money: MoneyWorld = {
    ...world,
    ...(people ?? (await joinWorld(world))),
    day: (index) => world.bookableDays().at(index) ?? '',
    book: (changes) => book(world, money.customer, changes),
    bookConfirmed: async (changes) => {
      const id = await money.book({ paymentMethodId: 'pm_card_authenticationRequired', ...changes })
      await money.challenge((await money.intentsOf(id))[0].id, 'complete')
      await world.runJobs()
      return id
    },
    change: (id, body) => money.customer.patch(`/api/appointments/${id}`, body),
    capture: (id, by = money.administrator) => by.post(`/api/admin/appointments/${id}/capture`),
    cancel: (id) =>
      money.administrator.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' }),
    own: async (id) =>
      (await listOwn(money.customer)).find((appointment: { id: string }) => appointment.id === id),
    intentsOf: async (id) =>
      (await listIntents(world)).filter((intent) => intent.metadata.appointment_id === id).toReversed(),
    statusesOf: async (id) => (await money.intentsOf(id)).map(({ status }) => status as string),
    movementsOf: async (id) => {
      const ofAppointment = database.db.selectFrom('ledger').where('appointment_id', '=', id)
      const rows = await ofAppointment.select('movement').orderBy('id').execute()
      return rows.map(({ movement }) => movement)
    },
    timesOf: async (id) => {
      const row = await database.db
        .selectFrom('appointments')
        .select(['starts_at', 'ends_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return { startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() }
    },
    advanceTo: async (id, hoursAfterStart) => {
      const at = (await money.timesOf(id)).startsAt + hoursAfterStart * hour * 1000
      // The product's clock may have been turned alone.
      const shown = await fetch(`${world.sandboxUrl}/sandbox/clock`)
      const { now } = (await shown.json()) as { now: string }
      await world.advance(Math.ceil((at - Date.parse(now)) / 1000))
    },
    onceBegun: async (id, work) => {
      const before = clock.now() - Date.now()
      clock.setOffset((await money.timesOf(id)).startsAt - Date.now() + 1000)
      return work().finally(() => clock.setOffset(before))
    },
    leaveToLapse: async (id) => {
      await database.pool.query('update appointments set hold_failed_at = now() where id = $1', [id])
    },
    faults: (plan) => outside.faults(plan),
    cards: (order) => outside.cards(order),
    webhooks: (switches) => outside.webhooks(switches),
    challenge: async (intentId, outcome) => {
      if (!(await outside.challenge(intentId, outcome))) throw new Error(`${intentId} asks nothing`)
    },
  }
  return money
}

/** Turns the product's clock alone, by so many seconds: the provider's stays, and the next turn of both takes its time over. */
export function advanceProduct({ context }: AppProcess, seconds: number): void {
  context.clock.setOffset(context.clock.now() - Date.now() + seconds * 1000)
}

/** What this world calls itself at the provider: payments of others are left alone. */
export async function installationId({ context }: AppProcess): Promise<string> {
  const row = await context.database.db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return row.id
}

/** Holds a card at the provider past the product. */
export async function placeAtProvider(
  { context }: AppProcess,
  metadata: Record<string, string>,
): Promise<Stripe.PaymentIntent> {
  return context.stripe.paymentIntents.create({
    amount: 49_900,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    capture_method: 'manual',
    confirm: true,
    metadata,
  })
}

/** A hold of this world at the provider whose row is gone. */
export async function placeOrphan(process: AppProcess): Promise<Stripe.PaymentIntent> {
  return placeAtProvider(process, {
    hold_id: '019a0000-0000-7000-8000-000000000000',
    installation_id: await installationId(process),
  })
}

type Call = (...args: unknown[]) => unknown

/**
 * Does something else instead of a method of the provider's client, which it is handed, until the test is over or the answered
 * function is called.
 */
export function replace(client: object, method: string, other: (real: Call) => Call): () => void {
  const methods = client as Record<string, Call>
  const real = methods[method]
  if (!real) throw new Error(`the client has no ${method}`)
  methods[method] = other(real.bind(client))
  const restore = (): void => void delete methods[method]
  onTestFinished(restore)
  return restore
}

/** What the provider's library throws when a request is refused with this code. */
export function refusedAs(code: string, statusCode = 400): Error {
  return new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    code,
    message: code,
    statusCode,
  } as never)
}

type Gate = { open(): void; reached: Promise<void> }

/** Makes the first call of a process to the provider's method wait: before it leaves, until the gate is opened. */
export function pause({ context }: AppProcess, method: 'create' | 'list'): Gate {
  let [open, reach] = [() => {}, () => {}]
  const opened = new Promise<void>((resolve) => (open = resolve))
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const restore = replace(context.stripe.paymentIntents, method, (real) => (...args) => {
    restore()
    reach()
    if (method === 'create') return opened.then(() => real(...args))
    return {
      async *[Symbol.asyncIterator]() {
        await opened
        yield* real(...args) as AsyncIterable<unknown>
      },
    }
  })
  return { open, reached }
}
