import { setTimeout as wait } from 'node:timers/promises'
import { renewHolds } from '../../server/holds/renew-holds.ts'
import { confirmCard } from '../../server/booking/confirm-card-by-link.ts'
import { recoverHolds } from '../../server/holds/recover-holds.ts'
import { cardLinkOf } from '../../server/payments/card-link.ts'
import { refusalStatus } from '../../server/http/refusal-status.ts'
import { Refusal } from '../../contract/refusals.ts'
import { personWith, type Answer, type Person } from '../support/people.ts'
import type { AppProcess, World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'
import type { Outside } from '../support/outside.ts'

export type Arena = {
  world: World
  /** Every process that customers and staff may reach. */
  processes: readonly AppProcess[]
  outside: Outside
  administrator: Person
}

export type Raced = { id: string; customer: Person; order: Record<string, unknown>; key: string }

export const actions = [
  'capture',
  'cancel',
  'customer cancels',
  'package',
  'reschedule',
  'confirm card',
  'new card',
  'replace card',
  'keep holds',
  'settle holds',
  'bank confirms',
  'bank refuses',
  'book again',
] as const
export type Action = (typeof actions)[number]

/** The action of one caller and its answer. A job that ran to its end counts as 200. */
export type Outcome = { action: Action; status: number; body: Answer['body']; wanted?: number }

/** Performs one action on one appointment, on one of the processes, after a random delay. */
export async function act(arena: Arena, raced: Raced, action: Action, chance: Chance): Promise<Outcome> {
  const reached = chance.pick(arena.processes)
  const [path, delayMs] = [`/api/appointments/${raced.id}`, chance.between(0, 25)]
  const at = ({ cookie }: Person): Person => personWith({ ...arena.world, url: reached.url }, cookie)
  const packageId = chance.between(1, 3)
  const day = chance.pick(arena.world.bookableDays())
  const time = `${chance.between(9, 12)}:00`
  await wait(delayMs)
  const told = ({ status, body }: Answer): Outcome => ({ action, status, body })
  switch (action) {
    case 'capture':
      return told(await at(arena.administrator).post(`/api/admin/appointments/${raced.id}/capture`))
    case 'cancel':
      return told(
        await at(arena.administrator).patch(`/api/admin/appointments/${raced.id}/status`, {
          status: 'cancelled',
        }),
      )
    case 'customer cancels':
      return told(await at(raced.customer).patch(path, { status: 'cancelled' }))
    case 'package':
      return { ...told(await at(raced.customer).patch(path, { productId: packageId })), wanted: packageId }
    case 'reschedule':
      return told(await at(raced.customer).patch(path, { date: day, time }))
    case 'confirm card':
    case 'new card':
      return byUseCase(action, () => {
        const token = cardLinkOf(reached.context, raced.id).split('#')[1] ?? ''
        return confirmCard(reached.context, '127.0.0.1', {
          token,
          ...(action === 'new card' ? { paymentMethodId: 'pm_card_mastercard' } : {}),
        })
      })
    case 'replace card': {
      const { amount } = raced.order
      const paymentMethodId = chance.pick(['pm_card_mastercard', 'pm_card_authenticationRequired'])
      return told(await at(raced.customer).post(`${path}/card`, { paymentMethodId, amount }))
    }
    case 'keep holds':
      return byUseCase(action, () => renewHolds(reached.context))
    case 'settle holds':
      return byUseCase(action, () => recoverHolds(reached.context))
    case 'bank confirms':
    case 'bank refuses':
      await answerBank(arena, raced.id, action === 'bank confirms' ? 'complete' : 'fail')
      return { action, status: 200, body: null }
    case 'book again':
      return told(
        await at(raced.customer).post('/api/appointments', raced.order, { 'idempotency-key': raced.key }),
      )
  }
}

async function byUseCase(action: Action, work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { action, status: 200, body: await work() }
  } catch (error) {
    if (error instanceof Refusal) return { action, status: refusalStatus[error.code], body: error.message }
    return { action, status: 500, body: String(error) }
  }
}

/** Completes every open bank challenge of an appointment. */
export async function answerBank(
  { world, outside }: Arena,
  id: string,
  outcome: 'complete' | 'fail',
): Promise<void> {
  const { rows } = await world.context.database.pool.query<{ intent: string }>(
    `select provider_intent_id as intent from holds where appointment_id = $1 and status = 'requires_action'`,
    [id],
  )
  for (const { intent } of rows) await outside.challenge(intent, outcome)
}
