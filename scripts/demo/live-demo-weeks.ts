import { createChance, type Chance } from './cast.ts'
import { bookableDaysAt, bookOne, wallTimeAt, type Booked } from './book-demo-days.ts'
import { priceFinished, priceToday, refundPartOf } from './price-demo-jobs.ts'
import { workOn, workOnToday } from './work-demo-jobs.ts'
import type { OpenShop } from './open-demo-shops.ts'
import { required, type Client } from './product-client.ts'
import type { Sandbox } from './sandbox-client.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Days before the end on which the first customers book. Their jobs begin a week later. */
export const demoDays = 35
const zone = 'America/Los_Angeles'

type Row = {
  id: string
  customerName: string
  appointmentDate: string
  endsAt: string
  paymentStatus: string
  priceCents: number
  workState: string
}
type Review = { id: string }

type Demo = {
  url: string
  sandbox: Sandbox
  administrator: Client
  shops: readonly OpenShop[]
  say: (line: string) => void
}

/**
 * Lives through the weeks before `end` at every shop, day by day: customers book, move, change and cancel;
 * the shops answer fitment checks, name technicians and charge what is done. The clock ends at `end`.
 */
export async function liveDemoWeeks(demo: Demo, end: number): Promise<number> {
  const chance = createChance(2026)
  // Shops are booked at once, each with numbers of its own, or their order would change the demo.
  const chances = demo.shops.map((_, index) => createChance(2027 + index))
  const booked: Booked[] = []
  for (let day = demoDays; day >= 0; day -= 1) {
    const now = end - day * dayMs
    await demo.sandbox.moveTo(now)
    for (const shop of demo.shops) await workThrough(demo, shop, now, chance, day)
    const made = await Promise.all(
      demo.shops.map((shop, index) => bookDay(demo, shop, now, chances[index] ?? chance)),
    )
    booked.push(...made.flat())
    await changeSome(booked, now, chance)
    if (day % 7 === 0) demo.say(`  ${wallTimeAt(now, zone).slice(0, 10)}: ${booked.length} appointments`)
  }
  await leaveTraces(demo, booked, end)
  return booked.length
}

async function bookDay(
  { url, sandbox }: Demo,
  shop: OpenShop,
  now: number,
  chance: Chance,
): Promise<Booked[]> {
  const { demand } = shop.plan
  const wanted = Math.floor(demand) + (chance.happens(demand % 1) ? 1 : 0)
  const days = bookableDaysAt(now, zone)
  const made: Booked[] = []
  for (let tries = 0; tries < wanted * 2 && made.length < wanted; tries += 1) {
    const one = await bookOne(url, sandbox, shop, days, chance)
    if (one) made.push(one)
  }
  return made
}

/** The work of a shop at this moment: reviews, technicians, and the charges of finished jobs. */
async function workThrough(
  { administrator }: Demo,
  shop: OpenShop,
  now: number,
  chance: Chance,
  daysLeft: number,
): Promise<void> {
  await answerReviews(shop, chance, daysLeft)
  const rows = required<Row[]>(await shop.desk.get(`/api/admin/appointments?shopId=${shop.id}`), 'the list')
  const open = rows.filter(({ paymentStatus }) => paymentStatus === 'authorized')
  await nameTechnicians(shop, open, now, chance)
  for (const [index, job] of open.entries()) {
    const { id, endsAt } = job
    const endedFor = now - Date.parse(endsAt)
    if (endedFor < 0) continue
    // The last evening's jobs are not all charged yet; an older one was forgotten.
    const isForgotten = daysLeft <= 1 ? chance.happens(0.4) : chance.happens(0.03)
    if (isForgotten) continue
    if (chance.happens(0.03)) {
      await shop.desk.patch(`/api/admin/appointments/${id}/status`, {
        status: 'cancelled',
        reason: 'The customer did not come.',
      })
      continue
    }
    await workOn(shop, id, 4)
    await recordOutcome(shop, id)
    await priceFinished(shop, job, index + daysLeft)
    await shop.desk.post(`/api/admin/appointments/${id}/capture`)
  }
  if (daysLeft === 9) await refundOne(administrator, rows)
  if (daysLeft === 6) await refundPartOfOne(shop, rows)
}

async function answerReviews(shop: OpenShop, chance: Chance, daysLeft: number): Promise<void> {
  // The checks of the last days are still open.
  if (daysLeft <= 2) return
  const { reviews } = required<{ reviews: Review[] }>(
    await shop.desk.get(`/api/admin/fitment-reviews?shopId=${shop.id}`),
    'fitment reviews',
  )
  for (const { id } of reviews) {
    const answer = chance.happens(0.92)
      ? { answer: 'fits', note: '' }
      : { answer: 'does_not_fit', note: 'This car has a sealed MOST amplifier that the kit cannot drive.' }
    await shop.desk.post(`/api/admin/fitment-reviews/${id}`, answer)
  }
}

async function nameTechnicians(
  { desk, technicians }: OpenShop,
  open: readonly Row[],
  now: number,
  chance: Chance,
): Promise<void> {
  if (technicians.length === 0) return
  for (const { id, appointmentDate } of open) {
    const startsIn = Date.parse(appointmentDate) - now
    if (startsIn < 0 || startsIn > 2 * dayMs || chance.happens(0.25)) continue
    await desk.patch(`/api/admin/appointments/${id}/technician`, { userId: chance.pick(technicians).userId })
  }
}

async function recordOutcome({ desk }: OpenShop, id: string): Promise<void> {
  const answer = await desk.post(`/api/admin/appointments/${id}/fitment-outcome`, {
    outcome: 'fitted_as_sold',
    headUnitId: null,
    note: '',
    extraMinutes: 0,
  })
  // A charge may have failed on an earlier day.
  required(answer, 'outcome of a job', 200, 201, 409)
}

async function refundOne(administrator: Client, rows: readonly Row[]): Promise<void> {
  const charged = rows.find(({ paymentStatus }) => paymentStatus === 'completed')
  if (!charged) return
  await administrator.patch(`/api/admin/appointments/${charged.id}/status`, {
    status: 'cancelled',
    reason: 'The head unit failed after two days. Refunded in full.',
  })
}

async function refundPartOfOne(shop: OpenShop, rows: readonly Row[]): Promise<void> {
  const charged = rows.find(({ paymentStatus }) => paymentStatus === 'completed')
  if (charged) await refundPartOf(shop, charged.id)
}

/** A few customers move, change their package or cancel. A refusal, such as a taken time, is theirs. */
async function changeSome(booked: Booked[], now: number, chance: Chance): Promise<void> {
  const upcoming = booked.filter(({ date }) => date > wallTimeAt(now + 2 * dayMs, zone))
  for (const one of upcoming) {
    const draw = chance.between(1, 1000)
    const { client } = one.customer
    if (draw <= 4) await client.patch(`/api/appointments/${one.id}`, { status: 'cancelled' })
    else if (draw <= 10) {
      const day = chance.pick(bookableDaysAt(now, zone))
      const time = chance.pick(['09:00', '10:00', '13:00'] as const)
      const { status } = await client.patch(`/api/appointments/${one.id}`, { date: day, time })
      if (status !== 200) continue
      one.date = `${day} ${time}`
      // The next visit of the customer comes after this one.
      if (day > one.customer.lastDay) one.customer.lastDay = day
    } else if (draw <= 14 && one.productId < 3)
      await client.patch(`/api/appointments/${one.id}`, { productId: one.productId + 1 })
  }
}

const e164 = (phone: string): string => `+1${phone.replaceAll(/\D/g, '')}`

/** Two customers with a coming appointment and a stranger write to the shop. */
async function textShop(sandbox: Sandbox, shop: OpenShop, booked: readonly Booked[], now: number) {
  const number = e164(shop.plan.textNumber)
  const coming = booked
    .filter((one) => one.shop === shop && one.date > wallTimeAt(now, zone))
    .toSorted((one, other) => one.date.localeCompare(other.date))
  const words = [
    'Can I wait at the shop while you work?',
    'My battery is new since last week. Is that a problem?',
  ]
  for (const [index, body] of words.entries()) {
    const customer = coming[index]?.customer
    if (customer) await sandbox.textFrom(e164(customer.person.phone), number, body)
  }
  await sandbox.textFrom('+18185550177', number, 'Do you install CarPlay in a 2017 Porsche Macan?')
}

/** The cars of today stand where their time says, one charge is disputed, and a few people write texts. */
async function leaveTraces({ sandbox, shops }: Demo, booked: readonly Booked[], now: number): Promise<void> {
  for (const each of shops) {
    const rows = required<Row[]>(await each.desk.get(`/api/admin/appointments?shopId=${each.id}`), 'the list')
    const open = rows.filter(({ paymentStatus }) => paymentStatus === 'authorized')
    await workOnToday(each, open, now)
    const present = required<Row[]>(
      await each.desk.get(`/api/admin/appointments?shopId=${each.id}`),
      'the list',
    )
    await priceToday(
      each,
      present.filter(
        ({ paymentStatus, workState }) =>
          paymentStatus === 'authorized' && (workState === 'in_bay' || workState === 'ready'),
      ),
    )
  }
  const [shop] = shops
  if (!shop) return
  await textShop(sandbox, shop, booked, now)
  const rows = required<Row[]>(await shop.desk.get(`/api/admin/appointments?shopId=${shop.id}`), 'the list')
  const charged = rows.filter(({ paymentStatus }) => paymentStatus === 'completed').at(-1)
  if (!charged || !booked.some(({ id }) => id === charged.id)) return
  const [intent] = await sandbox.intentsOf(charged.id)
  if (intent !== undefined) await sandbox.disputePayment(intent)
}
