import { orderFor } from '../support/orders.ts'
import { outsideOf } from '../support/outside.ts'
import {
  openShop,
  personWith,
  signInAdministrator,
  signUp,
  type Answer,
  type Person,
} from '../support/people.ts'
import { startWorld } from '../support/start-world.ts'
import type { Chance } from './chance.ts'
import { inTurns } from './in-turns.ts'
import type { Arena } from './race-actors.ts'

/** An appointment that an answer has named. */
export type Known = { id: string; customer: Person; shopId: number }

export type MixedFixture = Arena & {
  customers: Person[]
  /** The staff include the owner, where the shop has one. */
  shops: { id: number; staff: Person[] }[]
  known: Map<string, Known>
  /** Indexes of the most wanted days in the list of bookable days. */
  busyDays: readonly number[]
  stop(): Promise<void>
}

/** Two shops with a couple of bays each, so that all callers compete. */
export async function openMixedFixture(): Promise<MixedFixture> {
  const world = await startWorld({ LOG_LEVEL: 'error' })
  const administrator = await signInAdministrator(world)
  const customers = await inTurns(Array.from({ length: 6 }), 3, () => signUp(world))
  const { shop, shopId } = await openShop(world, administrator)
  return {
    world,
    processes: [world, await world.addProcess()],
    outside: outsideOf(world.sandboxUrl),
    administrator,
    customers,
    shops: [
      { id: 5, staff: [administrator] },
      { id: shopId, staff: [administrator, shop] },
    ],
    known: new Map(),
    busyDays: [3, 4, 5],
    stop: () => world.stop(),
  }
}

/** The same person at a random process. */
export function reach({ processes }: MixedFixture, { cookie, email }: Person, chance: Chance): Person {
  return personWith(chance.pick(processes), cookie, email)
}

export function drawDay({ world, busyDays }: MixedFixture, chance: Chance): string {
  const days = world.bookableDays()
  return chance.happens(0.75) ? (days[chance.pick(busyDays)] ?? '') : chance.pick(days)
}

/** A start of the day: one that is shown as free now, or any. */
export async function drawTime(
  fixture: MixedFixture,
  asked: { shopId: number; day: string; productId: number },
  chance: Chance,
): Promise<string> {
  const any = `${chance.between(9, 14)}:00`
  if (chance.happens(0.4)) return any
  const { shopId, day, productId } = asked
  const path = `/api/appointments/availability?date=${day}&shopId=${shopId}&productId=${productId}`
  const { status, body } = await personWith(chance.pick(fixture.processes), '').get(path)
  const slots = status === 200 ? (body as { time: string; available: boolean }[]) : []
  const free = slots.filter(({ available }) => available)
  return free.length > 0 ? chance.pick(free).time : any
}

export async function bookAt(
  fixture: MixedFixture,
  wanted: { shopId: number; day: string; time: string; productId: number },
  chance: Chance,
  paymentMethodId = 'pm_card_visa',
): Promise<Answer> {
  const { shopId, day, time, productId } = wanted
  const customer = chance.pick(fixture.customers)
  const date = `${day} ${time.padStart(5, '0')}`
  const answer = await reach(fixture, customer, chance).post(
    '/api/appointments',
    orderFor(fixture.world, { date, productId, shopId, paymentMethodId }),
  )
  if (answer.status === 201) {
    const id = answer.body.id as string
    fixture.known.set(id, { id, customer, shopId })
  }
  return answer
}
