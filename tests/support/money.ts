import { Stripe } from 'stripe'
import { onTestFinished } from 'vitest'
import { book, listIntents, listOwn } from './orders.ts'
import { outsideOf } from './outside.ts'
import { signInAdministrator, signUp, type Answer, type Person } from './people.ts'
import { startWorld, type AppProcess, type World } from './start-world.ts'

/** Seconds; the unit of the clock. */
export const hour = 3600
/** The default mail address of an order. */
export const mailbox = 'receipt@example.test'
/** Timeout for the provider's webhooks on a busy machine. */
export const patience = { timeout: 20_000 }

/** A world with a customer who pays, an administrator who captures, and control of the card provider. */
export type MoneyWorld = World & {
  /** The customer; a test may replace this person. */
  customer: Person
  administrator: Person
  /** A bookable day: 0 is the first, -1 the last. */
  day(index: number): string
  book(changes?: Record<string, unknown>): Promise<string>
  /** Books with a card that always requires 3-D Secure, and completes it. */
  bookConfirmed(changes?: Record<string, unknown>): Promise<string>
  change(id: string, body: object): Promise<Answer>
  capture(id: string, by?: Person): Promise<Answer>
  /** Cancels as the administrator. */
  cancel(id: string): Promise<Answer>
  /** The customer's appointment as My Appointments shows it. */
  own(id: string): Promise<Answer['body']>
  /** The provider's payments of an appointment, oldest first. */
  intentsOf(id: string): Promise<Answer['body'][]>
  statusesOf(id: string): Promise<string[]>
  /** The ledger movements of an appointment, oldest first. */
  movementsOf(id: string): Promise<string[]>
  timesOf(id: string): Promise<{ startsAt: number; endsAt: number }>
  /** Moves all clocks to this many hours after the start; before it when negative. */
  advanceTo(id: string, hoursAfterStart: number): Promise<void>
  /** Runs the work with the product's clock one second past the start, then restores the clock. */
  onceBegun<T>(id: string, work: () => Promise<T>): Promise<T>
  /** Marks the appointment's hold as given up, so that it lapses without a renewal. */
  leaveToLapse(id: string): Promise<void>
  faults(plan: object): Promise<void>
  cards(order: object): Promise<void>
  webhooks(switches: object): Promise<void>
  /**
   * The cardholder or the bank makes a turn in the dispute of an appointment's payment, and the product
   * handles the news. `amount` in cents disputes a part.
   */
  dispute(id: string, turn: string, amount?: number): Promise<void>
  /** Completes or fails the 3-D Secure challenge of a payment. */
  challenge(intentId: string, outcome: 'complete' | 'fail'): Promise<void>
}

export async function startMoneyWorld(environment: Record<string, string> = {}): Promise<MoneyWorld> {
  return withMoney(await startWorld(environment))
}

/** The customer and the administrator. */
type People = Pick<MoneyWorld, 'customer' | 'administrator'>

const joinWorld = async (world: World): Promise<People> => {
  const [customer, administrator] = await Promise.all([signUp(world), signInAdministrator(world)])
  return { customer, administrator }
}

/** Creates the customer and the administrator unless they exist. The world's database must be migrated. */
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
      // A test may have moved the product's clock alone.
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
    dispute: async (id, turn, amount) => {
      const captured = (await money.intentsOf(id)).find(({ status }) => status === 'succeeded')
      await outside.dispute(captured?.id, turn, amount)
      await world.runJobs()
    },
    challenge: async (intentId, outcome) => {
      if (!(await outside.challenge(intentId, outcome))) throw new Error(`${intentId} has no open challenge`)
    },
  }
  return money
}

/** Moves the product's clock alone, in seconds. The next move of all clocks overwrites it. */
export function advanceProduct({ context }: AppProcess, seconds: number): void {
  context.clock.setOffset(context.clock.now() - Date.now() + seconds * 1000)
}

/** This world's installation id. The product ignores payments of other installations. */
export async function installationId({ context }: AppProcess): Promise<string> {
  const row = await context.database.db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return row.id
}

/** Places a hold at the provider without the product. */
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

/** Places a hold of this installation that has no row in the database. */
export async function placeOrphan(process: AppProcess): Promise<Stripe.PaymentIntent> {
  return placeAtProvider(process, {
    hold_id: '019a0000-0000-7000-8000-000000000000',
    installation_id: await installationId(process),
  })
}

type Call = (...args: unknown[]) => unknown

/**
 * Replaces a method of the provider's client until the test ends or the returned function is called. `other`
 * gets the real method.
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

/** The error that the provider's SDK throws for a refusal with this code. */
export function refusedAs(code: string, statusCode = 400): Error {
  return new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    code,
    message: code,
    statusCode,
  } as never)
}

type Gate = { open(): void; reached: Promise<void> }

/** Delays the first call of this provider method in a process until the gate opens. */
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
