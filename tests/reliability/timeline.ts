import { bookAppointment } from '../../server/booking/book-appointment.ts'
import { confirmCard } from '../../server/booking/confirm-card-by-link.ts'
import { rescheduleAppointment } from '../../server/booking/reschedule-appointment.ts'
import { capturePayment } from '../../server/admin/capture-payment.ts'
import { shopScope, type Actor } from '../../server/identity/sessions/shop-scope.ts'
import { cardLinkOf } from '../../server/payments/card-link.ts'
import type { AppointmentOrder } from '../../contract/booking/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { Refusal } from '../../contract/refusals.ts'
import { orderFor } from '../support/orders.ts'
import type { World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'
import type { Outside } from '../support/outside.ts'

const hour = 3600

export type Behaviour = 'approve' | 'authenticate_always' | 'decline_generic' | 'decline_insufficient_funds'
export type Windows = { onSession: number; offSession: number }

/** The hold windows of banks: a Visa with and without its owner, and other known windows. */
export const holdWindows: readonly Windows[] = [
  { onSession: 7 * 24 * hour, offSession: 114 * hour },
  { onSession: 114 * hour, offSession: 114 * hour },
  { onSession: 5 * 24 * hour, offSession: 5 * 24 * hour },
  { onSession: 7 * 24 * hour, offSession: 7 * 24 * hour },
  { onSession: 28 * 24 * hour, offSession: 28 * 24 * hour },
  { onSession: 30 * 24 * hour, offSession: 30 * 24 * hour },
]

/** An event in an appointment's life at one instant, caused by a person. */
export type Deed =
  | { at: number; kind: 'card turns'; behaviour: Behaviour }
  | { at: number; kind: 'customer moves' }
  | { at: number; kind: 'customer confirms'; card: 'same' | 'new'; bank: 'complete' | 'fail' | 'leave' }
  | { at: number; kind: 'shop captures' }

export type Timeline = {
  id: string
  actor: User
  providerCustomer: string
  windows: Windows
  behaviour: Behaviour
  deeds: Deed[]
  /** The customer's answers to the mails about the card: their likelihood, and their longest delay. */
  answers: number
  captures: boolean
  chance: Chance
  log: string[]
}

export type TimelineWorld = { world: World; outside: Outside; administrator: Actor }

async function addUser(world: World, role: User['role'], label: string): Promise<User> {
  const user = {
    id: `timeline-${label}`,
    email: `${label}@example.test`,
    name: 'Casey Rivera',
    image: null,
    role,
    emailVerified: false,
    secondFactor: false,
    byPasskey: false,
    workplaces: [],
    onlyWorks: false,
  }
  await world.context.database.pool.query(
    'insert into users (id, name, email, role) values ($1, $2, $3, $4)',
    [user.id, user.name, user.email, role],
  )
  return user
}

export async function addAdministratorUser(world: World): Promise<Actor> {
  const user = await addUser(world, 'administrator', 'administrator')
  return { ...user, scope: shopScope(user, 'payment.capture') }
}

/** Books one appointment with a real hold and draws its later events. */
export async function beginTimeline(
  { world, outside }: TimelineWorld,
  label: string,
  windows: Windows,
  chance: Chance,
): Promise<Timeline> {
  const { context } = world
  const actor = await addUser(world, 'customer', label)
  const wantsPerson = chance.happens(0.2)
  for (;;) {
    const order = orderFor(world, {
      date: `${chance.pick(world.bookableDays())} ${String(chance.between(9, 14)).padStart(2, '0')}:00`,
      productId: chance.between(1, 3),
      paymentMethodId: wantsPerson
        ? 'pm_card_authenticationRequired'
        : chance.pick(['pm_card_visa', 'pm_card_mastercard']),
    }) as unknown as AppointmentOrder
    const key = `timeline-${chance.below(2 ** 31)}`
    const book = () => bookAppointment(context, actor, '127.0.0.1', { order, key })
    const first = await book().catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    // That start is taken, or its job would end after closing.
    if (!first) continue
    if (first.requiresAction) {
      await outside.challenge(first.clientSecret?.split('_secret')[0] ?? '', 'complete')
      await book()
    }
    const { rows } = await context.database.pool.query<{ customer: string; starts_at: Date }>(
      `select p.provider_customer_id as customer, a.starts_at from appointments a
        join provider_customers p on p.user_id = a.customer_id where a.id = $1`,
      [first.id],
    )
    const [row] = rows
    if (!row) throw new Error('the booked appointment has no row')
    return {
      id: first.id,
      actor,
      providerCustomer: row.customer,
      windows,
      behaviour: wantsPerson ? 'authenticate_always' : 'approve',
      deeds: drawDeeds(context.clock.now(), row.starts_at.getTime(), chance),
      answers: chance.pick([0, 0.3, 0.7, 1]),
      captures: chance.happens(0.4),
      chance,
      log: [],
    }
  }
}

function drawDeeds(bookedAt: number, startsAt: number, chance: Chance): Deed[] {
  const sometime = (from = bookedAt): number => from + chance.next() * (startsAt - from)
  const deeds: Deed[] = []
  if (chance.happens(0.45)) {
    const at = sometime()
    const behaviour = chance.pick([
      'decline_generic',
      'decline_insufficient_funds',
      'authenticate_always',
    ] as const)
    deeds.push({ at, kind: 'card turns', behaviour })
    if (chance.happens(0.5)) deeds.push({ at: sometime(at), kind: 'card turns', behaviour: 'approve' })
  }
  if (chance.happens(0.25)) deeds.push({ at: sometime(), kind: 'customer moves' })
  return deeds
}

/** Draws the customer's reaction to a mail that asks to confirm the card; often there is none. */
export function answerMail(timeline: Timeline, now: number): void {
  const { chance } = timeline
  if (!chance.happens(timeline.answers)) return
  timeline.deeds.push({
    at: now + chance.next() * 30 * hour * 1000,
    kind: 'customer confirms',
    card: chance.happens(0.3) ? 'new' : 'same',
    bank: chance.pick(['complete', 'complete', 'complete', 'fail', 'leave']),
  })
}

/** Performs the deeds that are due by now, and returns a sentence for each wrong result. */
export async function doDeeds(
  place: TimelineWorld,
  timeline: Timeline,
  now: number,
): Promise<{ done: number; found: string[] }> {
  const due = timeline.deeds.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
  timeline.deeds = timeline.deeds.filter(({ at }) => at > now)
  const found: string[] = []
  for (const deed of due) {
    const outcome = await doDeed(place, timeline, deed)
    timeline.log.push(`${deed.kind}: ${outcome.told}`)
    if (outcome.wrong !== undefined) found.push(`${deed.kind}: ${outcome.wrong}`)
  }
  return { done: due.length, found }
}

type DeedOutcome = { told: string; wrong?: string }

async function doDeed(place: TimelineWorld, timeline: Timeline, deed: Deed): Promise<DeedOutcome> {
  const { world, outside } = place
  switch (deed.kind) {
    case 'card turns':
      await outside.cards({ customer: timeline.providerCustomer, behaviour: deed.behaviour })
      timeline.behaviour = deed.behaviour
      return { told: deed.behaviour }
    case 'customer moves': {
      const start = {
        day: timeline.chance.pick(world.bookableDays()),
        time: `${timeline.chance.between(9, 12)}:00`,
      }
      const told = await refusalOf(rescheduleAppointment(world.context, timeline.actor, timeline.id, start))
      return { told: told ?? 'done' }
    }
    case 'customer confirms':
      return confirmByLink(place, timeline, deed)
    case 'shop captures':
      return captureAtTheEnd(place, timeline)
  }
}

/** The code of a refusal; null without one. Any other error is a bug and is thrown. */
async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

async function confirmByLink(
  { world: { context }, outside }: TimelineWorld,
  timeline: Timeline,
  { card, bank }: Extract<Deed, { kind: 'customer confirms' }>,
): Promise<DeedOutcome> {
  const token = cardLinkOf(context, timeline.id).split('#')[1] ?? ''
  try {
    const reply = await confirmCard(context, '127.0.0.1', {
      token,
      ...(card === 'new' ? { paymentMethodId: 'pm_card_visa' } : {}),
    })
    if (reply.held && reply.holdId === null) return { told: 'was held already' }
    const accepts = card === 'new' || timeline.behaviour === 'approve'
    if (reply.held) {
      if (!accepts) return { told: 'held', wrong: `held on a card that is ${timeline.behaviour}` }
      if (card === 'new') timeline.behaviour = 'approve'
      return { told: `held on the ${card} card` }
    }
    if (bank === 'leave') return { told: 'left in front of the bank' }
    const { rows } = await context.database.pool.query<{ intent: string }>(
      'select provider_intent_id as intent from holds where id = $1',
      [reply.holdId],
    )
    await outside.challenge(rows[0]?.intent ?? '', bank)
    const after = await confirmCard(context, '127.0.0.1', { token, holdId: reply.holdId ?? '' })
    if (after.held && bank === 'complete') return { told: 'held after the bank' }
    return {
      told: JSON.stringify(after),
      wrong: `the bank said ${bank} and the product ${JSON.stringify(after)}`,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isFair =
      error.code === 'link_not_valid' || (error.code === 'card_refused' && timeline.behaviour !== 'approve')
    return { told: error.code, ...(isFair ? {} : { wrong: error.code }) }
  }
}

async function captureAtTheEnd(place: TimelineWorld, timeline: Timeline): Promise<DeedOutcome> {
  const { context } = place.world
  const { rows } = await context.database.pool.query<{ live: boolean; state: string }>(
    `select state, exists (select from holds h where h.appointment_id = a.id and h.status = 'live') as live
      from appointments a where id = $1`,
    [timeline.id],
  )
  const isLive = rows[0]?.live === true
  try {
    const { chargedAnew } = await capturePayment(context, place.administrator, timeline.id)
    const told = chargedAnew ? 'charged anew' : 'captured'
    if (chargedAnew === isLive)
      return { told, wrong: `${told}, though a hold ${isLive ? 'was' : 'was not'} live` }
    if (chargedAnew && timeline.behaviour !== 'approve')
      return { told, wrong: `charged a card that is ${timeline.behaviour}` }
    return { told }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isFair = error.code === 'card_refused' && !isLive && timeline.behaviour !== 'approve'
    return {
      told: error.code,
      ...(isFair ? {} : { wrong: `${error.code} with a card that is ${timeline.behaviour}` }),
    }
  }
}
