import { textConsentWording } from '../../contract/texts/consent.ts'
import { addDays, dayOf, formatWallTime, wallTimeOf } from '../../contract/time.ts'
import { cars, customerOf, type Car, type Chance, type Customer } from './cast.ts'
import { demoPassword, type OpenShop } from './open-demo-shops.ts'
import { connect, required, type Client } from './product-client.ts'
import type { Sandbox } from './sandbox-client.ts'

type Regular = { client: Client; person: Customer; shopId: number; lastDay: string }

/** An appointment of the demo, with its customer. */
export type Booked = { id: string; shop: OpenShop; customer: Regular; productId: number; date: string }

type Fitment = {
  ruleVersion: number
  packages: { productId: number; verdict: string; conditions: { id: string }[]; extraCents: number }[]
  question: { id: string; answers: { value: string }[] } | null
}
type Slot = { time: string; available: boolean }

const prices: Record<number, number> = { 1: 499, 2: 799, 3: 1299 }
/** Most customers take the first card; the last one asks its owner at every renewal. */
const cardsOf = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_amex',
  'pm_card_visa_debit',
] as const
const askingCard = 'pm_card_authenticationRequired'

let customers = 0
const regulars: Regular[] = []

/** A customer of the shop whose last visit is over, with another car, or a new one with an account. */
async function findCustomer(url: string, shop: OpenShop, today: string, chance: Chance): Promise<Regular> {
  const known = regulars.filter(({ shopId, lastDay }) => shopId === shop.id && lastDay < today)
  if (known.length > 0 && chance.happens(0.4)) return chance.pick(known)
  customers += 1
  const person = customerOf(customers, chance)
  const client = connect(url)
  required(
    await client.post('/api/auth/sign-up/email', {
      name: person.name,
      email: person.email,
      password: demoPassword,
    }),
    `account of ${person.email}`,
  )
  const regular = { client, person, shopId: shop.id, lastDay: '' }
  regulars.push(regular)
  return regular
}

/** A VIN of the one car whose serial numbers the fitment data cannot mistake for another; '' for others. */
function vinOf({ year, model }: Car, number: number): string {
  return year === 2013 && model === 'X5' ? `WBAJU7C5ZDB${String(number).padStart(6, '0')}` : ''
}

async function readFitment(client: Client, car: Car, answers: Record<string, string>): Promise<Fitment> {
  const query = new URLSearchParams({ year: String(car.year), make: car.make, model: car.model })
  const given = Object.entries(answers).map(([id, value]) => `${id}:${value}`)
  if (given.length > 0) query.set('answers', given.join(','))
  return required<Fitment>(await client.get(`/api/fitment?${query}`), 'fitment')
}

/** Answers every question of a car by chance, and returns the verdicts. */
async function answerQuestions(client: Client, car: Car, chance: Chance) {
  const answers: Record<string, string> = {}
  let fitment = await readFitment(client, car, answers)
  for (let asked = 0; fitment.question && asked < 5; asked += 1) {
    answers[fitment.question.id] = chance.pick(fitment.question.answers).value
    fitment = await readFitment(client, car, answers)
  }
  return { answers, fitment }
}

const carNotes = [
  'There is an aftermarket amplifier in the trunk.',
  'Please keep the radio presets if you can.',
  'The car has a dealer-fitted rear camera.',
]

/** What some customers write about their car. */
const noteOf = ({ phone }: Customer): string | undefined => carNotes[Number(phone.at(-1))]

/** Every second customer ticks the box. */
const agreesToTexts = ({ phone }: Customer): boolean => Number(phone.at(-1)) % 2 === 0

async function pickSlot(
  client: Client,
  shop: OpenShop,
  productId: number,
  days: readonly string[],
  chance: Chance,
): Promise<string | null> {
  const day = chance.pick(days)
  const slots = required<Slot[]>(
    await client.get(`/api/appointments/availability?date=${day}&shopId=${shop.id}&productId=${productId}`),
    'free times',
  )
  const free = slots.filter(({ available }) => available)
  return free.length === 0 ? null : `${day} ${chance.pick(free).time}`
}

/**
 * Books one appointment for a new or a returning customer. Null when the day is full or no package fits the
 * car. `days` are days of the booking window in the shop's calendar.
 */
export async function bookOne(
  url: string,
  sandbox: Sandbox,
  shop: OpenShop,
  days: readonly string[],
  chance: Chance,
): Promise<Booked | null> {
  const visitor = connect(url)
  const car = chance.pick(cars)
  const { answers, fitment } = await answerQuestions(visitor, car, chance)
  const sold = fitment.packages.filter(
    ({ verdict }) => verdict.startsWith('fits') || verdict === 'needs_review',
  )
  if (sold.length === 0) return null
  const choice = chance.pick(sold)
  const date = await pickSlot(visitor, shop, choice.productId, days, chance)
  if (date === null) return null
  const { day } = wallTimeOf(await sandbox.now(), 'America/Los_Angeles')
  const regular = await findCustomer(url, shop, day, chance)
  const { client, person } = regular
  const { name, email, phone } = person
  regular.lastDay = date.slice(0, 10)
  const asks = chance.happens(0.05)
  const order = {
    paymentMethodId: asks ? askingCard : chance.pick(cardsOf),
    amount: (prices[choice.productId] ?? 0) + choice.extraCents / 100,
    capture_method: 'manual',
    name,
    email,
    phone,
    date,
    vehicleInfo: { ...car, vin: vinOf(car, customers) },
    productId: choice.productId,
    shopId: shop.id,
    ...(noteOf(person) !== undefined && { note: noteOf(person) }),
    ...(agreesToTexts(person) && { textConsent: { wording: textConsentWording } }),
    fitment: {
      answers,
      acceptedConditions: choice.conditions.map(({ id }) => id),
      ruleVersion: fitment.ruleVersion,
    },
  }
  const { id, requiresAction } = required<{ id: string; requiresAction?: boolean }>(
    await client.post('/api/appointments', order),
    'booking',
  )
  if (requiresAction === true)
    for (const intent of await sandbox.intentsOf(id)) await sandbox.confirmPayment(intent)
  return { id, shop, customer: regular, productId: choice.productId, date }
}

/** The days that a customer may book now: seven to twenty days ahead, Monday to Friday. */
export function bookableDaysAt(now: number, timeZone: string): string[] {
  const today = dayOf(now, timeZone)
  return Array.from({ length: 14 }, (_, index) => addDays(today, 7 + index)).filter((day) => {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    return weekday >= 1 && weekday <= 5
  })
}

/** 'YYYY-MM-DD HH:MM' of an instant at a shop, in the order of time. */
export function wallTimeAt(now: number, timeZone: string): string {
  return formatWallTime(now, timeZone).slice(0, 16)
}
