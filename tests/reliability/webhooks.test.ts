import { expect, test } from 'vitest'
import { recoverHolds } from '../../server/holds/recover-holds.ts'
import { orderFor } from '../support/orders.ts'
import { signInAdministrator, signUp, type Answer, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { auditMoney } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { eventPost, type EventPost } from './event-post.ts'
import { inTurns } from './in-turns.ts'
import { outsideOf, refundedOf, type Intent, type Outside } from '../support/outside.ts'
import { widenShop } from './wide-shop.ts'

/**
 * Histories on one database before a fresh one is created, and histories that share one clock and one event
 * post.
 */
const historiesPerWorld = 300
const historiesPerBatch = 20
const stepsPerHistory = 5
const day = 24 * 3600

const run = batteryRun('webhooks', 12)

type HistoryWorld = {
  world: World
  outside: Outside
  post: EventPost
  administrator: Person
  customers: Person[]
  /** Appointments that were charged directly at the provider. */
  chargedElsewhere: Set<string>
  found: string[]
}

type History = { id: string; customer: Person; steps: string[] }

async function openHistoryWorld(): Promise<HistoryWorld> {
  const world = await startWorld({ LOG_LEVEL: 'error' })
  await widenShop(world.context.database.pool, 60)
  const outside = outsideOf(world.sandboxUrl)
  await outside.webhooks({ paused: true })
  const customers = await inTurns(Array.from({ length: 8 }), 4, () => signUp(world))
  // Creates the provider's customers first, so that a lost answer is that of the hold and not that of the
  // customer.
  for (const customer of customers) {
    const { body } = await customer.post('/api/appointments', orderFor(world))
    await customer.patch(`/api/appointments/${body.id}`, { status: 'cancelled' })
  }
  // The reconciler would find the changes without events: it pauses for the whole battery.
  await world.context.database.pool.query(`update installation set swept_until = '2200-01-01'`)
  return {
    world,
    outside,
    post: eventPost(world),
    administrator: await signInAdministrator(world),
    customers,
    chargedElsewhere: new Set(),
    found: [],
  }
}

/** The provider performs the request, but its answer and every later read are lost. */
async function withLostAnswers(
  { outside }: HistoryWorld,
  chance: Chance,
  isLost: boolean,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  if (!isLost) return ask()
  await outside.faults({ mode: chance.happens(0.25) ? 'drop_answer' : 'error_after', reads: true })
  const answer = await ask()
  await outside.faults({ mode: 'none' })
  return answer
}

async function beginHistory(place: HistoryWorld, chance: Chance): Promise<History> {
  const { world } = place
  const customer = chance.pick(place.customers)
  const isLost = chance.happens(0.3)
  for (;;) {
    const order = orderFor(world, {
      date: `${chance.pick(world.bookableDays())} ${String(chance.between(9, 12)).padStart(2, '0')}:00`,
      productId: chance.between(1, 3),
      paymentMethodId: chance.happens(0.35) ? 'pm_card_authenticationRequired' : 'pm_card_visa',
    })
    const answer = await withLostAnswers(place, chance, isLost, () =>
      customer.post('/api/appointments', order),
    )
    if (answer.status === 409) continue
    const { rows } = await world.context.database.pool.query<{ id: string }>(
      'select id from appointments order by created_at desc, id desc limit 1',
    )
    const id = rows[0]?.id ?? ''
    return { id, customer, steps: [`booked ${answer.status}${isLost ? ' lost' : ''}`] }
  }
}

async function intentsOf({ outside }: HistoryWorld, { id }: History): Promise<Intent[]> {
  return (await outside.intents()).filter(({ metadata }) => metadata['appointment_id'] === id)
}

/** An action at the provider's own dashboard. Its refusals do not matter here. */
async function atDashboard(
  place: HistoryWorld,
  history: History,
  act: string,
  chance: Chance,
): Promise<string> {
  const { stripe } = place.world.context
  for (const intent of await intentsOf(place, history)) {
    const left = intent.amount_received - refundedOf(intent)
    if (act === 'captured' && intent.status === 'requires_capture') {
      const amount = chance.happens(0.5) ? intent.amount : chance.between(1, intent.amount)
      await stripe.paymentIntents.capture(intent.id, { amount_to_capture: amount })
      place.chargedElsewhere.add(history.id)
      return `${amount}`
    }
    if (act === 'cancelled' && ['requires_capture', 'requires_action'].includes(intent.status)) {
      await stripe.paymentIntents.cancel(intent.id)
      return intent.status
    }
    if (act === 'refunded' && intent.status === 'succeeded' && left > 0) {
      const amount = chance.happens(0.5) ? left : chance.between(1, left)
      await stripe.refunds.create({ payment_intent: intent.id, amount })
      return `${amount}`
    }
  }
  return 'nothing'
}

async function answerBank(
  place: HistoryWorld,
  history: History,
  outcome: 'complete' | 'fail',
): Promise<string> {
  const open = (await intentsOf(place, history)).filter(({ status }) => status === 'requires_action')
  for (const { id } of open) await place.outside.challenge(id, outcome)
  return `${open.length}`
}

/** The next steps of a history; each number is a weight. */
const weights = {
  capture: 2,
  cancel: 1,
  'customer cancels': 1,
  package: 2,
  'dashboard captured': 1,
  'dashboard cancelled': 1,
  'dashboard refunded': 2,
  'bank complete': 2,
  'bank fail': 1,
  forged: 1,
  strangers: 1,
  jobs: 2,
  events: 8,
}
type Step = keyof typeof weights
const steps = Object.entries(weights).flatMap(([step, weight]) =>
  Array.from({ length: weight }, () => step as Step),
)

async function takeStep(place: HistoryWorld, history: History, chance: Chance): Promise<string> {
  const { administrator, post, world } = place
  const path = `/api/appointments/${history.id}`
  const step = chance.pick(steps)
  const productId = chance.between(1, 3)
  const isLost = chance.happens(0.25)
  const told = async (ask: () => Promise<Answer>): Promise<string> => {
    const { status } = await withLostAnswers(place, chance, isLost, ask)
    if (status >= 500 && status !== 503) place.found.push(`${history.id}: ${step} was answered ${status}`)
    return `${status}${isLost ? ' lost' : ''}`
  }
  switch (step) {
    case 'capture':
      return `${step} ${await told(() => administrator.post(`/api/admin/appointments/${history.id}/capture`))}`
    case 'cancel':
      return `${step} ${await told(() =>
        administrator.patch(`/api/admin/appointments/${history.id}/status`, { status: 'cancelled' }),
      )}`
    case 'customer cancels':
      return `${step} ${await told(() => history.customer.patch(path, { status: 'cancelled' }))}`
    case 'package':
      return `${step} ${productId} ${await told(() => history.customer.patch(path, { productId }))}`
    case 'dashboard captured':
    case 'dashboard cancelled':
    case 'dashboard refunded':
      return `${step} ${await atDashboard(place, history, step.split(' ')[1] ?? '', chance)}`
    case 'bank complete':
    case 'bank fail':
      return `${step} ${await answerBank(place, history, step === 'bank fail' ? 'fail' : 'complete')}`
    case 'forged':
      place.found.push(...(await post.forge(chance)))
      return step
    case 'strangers':
      place.found.push(...(await post.tellOfStrangers(chance)))
      return step
    case 'jobs':
      await recoverHolds(world.context)
      return step
    case 'events':
      await post.collect()
      return `${step} ${await post.deliver(chance.next() * 0.6, chance)}`
  }
}

/** Delivers every event, in any order, and runs every job, until none is pending. */
async function comeToRest({ world, post }: HistoryWorld, chance: Chance): Promise<void> {
  for (const seconds of [1, 31, 31, 16 * 60, 31]) {
    await world.advance(seconds)
    await post.collect()
    while (post.waiting() > 0) {
      await post.deliver(0.7, chance)
      await world.runJobs()
      await post.collect()
    }
    await world.runJobs()
  }
}

async function playBatch(place: HistoryWorld, chance: Chance, histories: number): Promise<void> {
  const { world, outside } = place
  const begun: History[] = []
  for (let index = 0; index < histories; index++) begun.push(await beginHistory(place, chance))
  const total = histories * stepsPerHistory
  // Once in a while the holds lapse meanwhile.
  const lapsesAt = chance.happens(0.6) ? chance.below(total) : -1
  for (let step = 0; step < total; step++) {
    const history = chance.pick(begun)
    history.steps.push(await takeStep(place, history, chance))
    if (step === lapsesAt) await world.advance(chance.between(7, 9) * day)
    if (chance.happens(0.03)) await world.advance(chance.between(20, 1200))
  }
  await comeToRest(place, chance)
  // A batch of few steps may have drawn neither.
  place.found.push(...(await place.post.forge(chance)), ...(await place.post.tellOfStrangers(chance)))
  await world.runJobs()
  const wrong = await auditMoney({
    pool: world.context.database.pool,
    intents: await outside.intents(),
    now: world.context.clock.now(),
    ids: begun.map(({ id }) => id),
    chargedElsewhere: place.chargedElsewhere,
  })
  const stepsOf = new Map(begun.map((history) => [history.id, history.steps.join(', ')]))
  place.found.push(...wrong.map((sentence) => `${sentence} after ${stepsOf.get(sentence.slice(0, 36))}`))
}

async function auditInbox({ world, post }: HistoryWorld): Promise<string[]> {
  const { rows } = await world.context.database.pool.query<{ unhandled: number }>(
    'select count(*) filter (where handled_at is null)::int as unhandled from provider_events',
  )
  const unhandled = rows[0]?.unhandled ?? -1
  return [
    ...(unhandled === 0 && post.waiting() === 0 ? [] : [`${unhandled} events were never processed`]),
    ...world.logLines.map((line) => `logged: ${line}`),
  ]
}

test(
  `${run.size} histories of late, duplicate, shuffled and forged events end in the provider's state (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    const came = { deliveries: 0, forged: 0, unknown: 0 }
    let played = 0
    while (played < run.size && found.length < 50) {
      const place = await openHistoryWorld()
      const ofWorld = Math.min(historiesPerWorld, run.size - played)
      for (let done = 0; done < ofWorld; done += historiesPerBatch) {
        const histories = Math.min(historiesPerBatch, ofWorld - done)
        await playBatch(place, run.chance.fork(played + done), histories)
      }
      played += ofWorld
      const counts = place.post.counts()
      came.deliveries += counts.deliveries
      came.forged += counts.forged
      came.unknown += counts.unknown
      found.push(...place.found, ...(await auditInbox(place)))
      await place.world.stop()
    }
    run.report({ histories: played, ...came, wrong: found.length })
    expect(firstOf(found)).toEqual([])
  },
  run.patience(2000),
)

test('control: if the contents of an event are trusted, the same histories end wrong', async () => {
  const place = await openHistoryWorld()
  try {
    const { paymentIntents } = place.world.context.stripe
    const look = paymentIntents.retrieve.bind(paymentIntents)
    paymentIntents.retrieve = (async (id: string, ...more: []) =>
      place.post.lastToldOf(id) ?? look(id, ...more)) as typeof paymentIntents.retrieve
    // One batch may pass by chance.
    for (let batch = 1; batch <= 8 && place.found.length === 0; batch += 1) {
      await playBatch(place, run.chance.fork(-batch), Math.min(historiesPerBatch, run.size))
    }
    expect(place.found).not.toEqual([])
  } finally {
    await place.world.stop()
  }
}, 120_000)
