import type { Answer, Person } from './people.ts'
import type { World } from './start-world.ts'

const prices: Record<number, number> = { 1: 499, 2: 799, 3: 1299 }

/** A car that every package fits under a condition. */
export const fittingCar = { year: 2013, make: 'BMW', model: 'X5', vin: 'WBAJU7C51KB123456' }

/**
 * A VIN for that car. The letter in place of the check digit keeps it from reading as another model year,
 * which every 11th number would do.
 */
export function fittingVin(serial: number): string {
  return `WBAJU7C5ZDB${String(serial).padStart(6, '0')}`
}

/** The condition of each package for that car, accepted as on the package step; nothing for another car. */
export function fitmentFor(car: { year: unknown; model: unknown }, productId: number): object {
  if (car.year !== fittingCar.year || car.model !== fittingCar.model) return {}
  return {
    fitment: { answers: {}, acceptedConditions: [`bmw-x5-e70/cic/${productId}`], ruleVersion: 1 },
  }
}

/** An order as the browser sends it: first package, first bookable day at 9:00, a card without problems. */
export function orderFor(
  world: Pick<World, 'bookableDays'>,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const productId = (changes['productId'] as number | undefined) ?? 1
  const vehicleInfo = (changes['vehicleInfo'] as typeof fittingCar | undefined) ?? fittingCar
  return {
    paymentMethodId: 'pm_card_visa',
    amount: prices[productId],
    capture_method: 'manual',
    name: 'Casey Rivera',
    email: 'receipt@example.test',
    phone: '(626) 555-0142',
    date: `${world.bookableDays()[0]} 09:00`,
    vehicleInfo,
    productId,
    ...fitmentFor(vehicleInfo, productId),
    ...changes,
  }
}

/** Books and returns the appointment's id. Throws when the booking is refused. */
export async function book(
  world: World,
  person: Person,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const answer = await person.post('/api/appointments', orderFor(world, changes))
  if (answer.status !== 201)
    throw new Error(`booking failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id as string
}

/** The person's appointments in My Appointments. */
export async function listOwn(person: Person): Promise<Answer['body']> {
  return (await person.get(`/api/appointments/user/${encodeURIComponent(person.email)}`)).body
}

/** The card provider's payment intents, newest first. */
export async function listIntents(world: World): Promise<Answer['body'][]> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/payments.json`)
  const body = (await answer.json()) as Answer['body'][] | { data: Answer['body'][] }
  return Array.isArray(body) ? body : body.data
}
