import { randomUUID } from 'node:crypto'
import type { World } from './start-world.ts'

export type HistoryShop = {
  id: number
  zone: string
  /** Bay ids, in order. */
  bays: number[]
}

type ShopPlan = {
  zone?: string
  /** Whether each bay is in use. */
  bays?: boolean[]
  /** Opening and closing time by ISO weekday; other days are closed. */
  hours?: Record<number, [opens: string, closes: string]>
  closures?: [firstDay: string, lastDay: string, reason: string][]
  hereSince?: string
}

export type PastAppointment = {
  shopId: number
  bayId: number
  startsAt: Date
  endsAt: Date
  createdAt: Date
  state: 'claimed' | 'booked' | 'completed' | 'cancelled' | 'released'
  packageId: number
  priceCents: number
  make: string
  /** Ledger movements, in order. */
  moved: ['captured' | 'refunded', cents: number][]
}

const everyDay: NonNullable<ShopPlan['hours']> = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, ['09:00', '17:00']]),
)

/** Inserts a shop with a past directly into the tables, because past times cannot be booked. */
export async function addShop({ context }: World, plan: ShopPlan = {}): Promise<HistoryShop> {
  const { pool } = context.database
  const { zone = 'America/Los_Angeles', bays = [true, true], hours = everyDay, closures = [] } = plan
  const { rows } = await pool.query<{ id: number }>(
    `insert into shops (business_name, address, time_zone, status, created_at)
      values ('History Motors', '1 Yesterday Road', $1, 'approved', $2) returning id`,
    [zone, plan.hereSince ?? '2020-01-01T00:00:00Z'],
  )
  const id = rows[0]?.id ?? 0
  for (const [weekday, [opens, closes]] of Object.entries(hours)) {
    await pool.query('insert into shop_hours values ($1, $2, true, $3, $4)', [id, weekday, opens, closes])
  }
  for (const [firstDay, lastDay, reason] of closures) {
    await pool.query(
      'insert into shop_closures (shop_id, first_day, last_day, reason) values ($1, $2, $3, $4)',
      [id, firstDay, lastDay, reason],
    )
  }
  const bayIds: number[] = []
  for (const [index, inUse] of bays.entries()) {
    const added = await pool.query<{ id: number }>(
      'insert into bays (shop_id, name, in_use) values ($1, $2, $3) returning id',
      [id, `Bay ${index + 1}`, inUse],
    )
    bayIds.push(added.rows[0]?.id ?? 0)
  }
  return { id, zone, bays: bayIds }
}

/** Inserts a past appointment with its ledger. False when its bay was taken. */
export async function addPast(
  { context }: World,
  shop: HistoryShop,
  changes: Partial<PastAppointment> & Pick<PastAppointment, 'startsAt'>,
  id: string = randomUUID(),
): Promise<PastAppointment | null> {
  const { pool } = context.database
  const past: PastAppointment = {
    shopId: shop.id,
    bayId: shop.bays[0] ?? 0,
    endsAt: new Date(changes.startsAt.getTime() + 3 * 3_600_000),
    createdAt: new Date(changes.startsAt.getTime() - 8 * 86_400_000),
    state: 'booked',
    packageId: 1,
    priceCents: 49_900,
    make: 'BMW',
    moved: [],
    ...changes,
  }
  await pool.query(
    `insert into users (id, name, email, role) values ('history', 'Casey Rivera', 'history@example.test', 'customer')
      on conflict do nothing`,
  )
  const { rowCount } = await pool.query(
    `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
        claim_expires_at, customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
      values ($1, $2, $3, 'history', $4, $5, $6, $7, $8, $9, 'Casey Rivera', 'history@example.test', '6265550142', 2013, $10, 'X5', $11)
      on conflict do nothing`,
    [
      id,
      past.shopId,
      past.bayId,
      past.packageId,
      past.priceCents,
      past.startsAt,
      past.endsAt,
      past.state,
      past.state === 'claimed' ? past.startsAt : null,
      past.make,
      past.createdAt,
    ],
  )
  if (rowCount === 0) return null
  const holdId = randomUUID()
  await pool.query(
    `insert into holds (id, appointment_id, amount_cents, payment_method_id, status, created_at, changed_at)
      values ($1, $2, $3, 'pm_card_visa', 'released', $4, $4)`,
    [holdId, id, past.priceCents, past.createdAt],
  )
  const movements = [['hold_placed', past.priceCents] as const, ...past.moved]
  for (const [movement, cents] of movements) {
    await pool.query(
      'insert into ledger (appointment_id, hold_id, movement, amount_cents, recorded_at) values ($1, $2, $3, $4, $5)',
      [id, holdId, movement, cents, past.endsAt],
    )
  }
  return past
}
