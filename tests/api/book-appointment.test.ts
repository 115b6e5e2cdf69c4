import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, listIntents, listOwn, orderFor } from '../support/orders.ts'
import { personWith, registerShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { outsideOf } from '../support/outside.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person

beforeAll(async () => {
  world = await startWorld()
  customer = await signUp(world)
})
afterAll(() => world.stop())

function day(index: number): string {
  return world.bookableDays()[index] ?? ''
}

async function slots(query: string): Promise<{ time: string; available: boolean; reason?: string }[]> {
  return (await customer.get(`/api/appointments/availability?${query}`)).body as never
}

describe('a booking', () => {
  test('holds the card for the catalog price, appears in the list at the shop’s wall time, and occupies the bay', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00`, productId: 2 })
    expect(await listOwn(customer)).toMatchObject([
      {
        id,
        productId: 2,
        appointmentDate: `${day(0)} 09:00:00`,
        status: 'scheduled',
        price: 799,
        vehicleInfo: { year: 2013, make: 'BMW', model: 'X5', vin: 'WBAJU7C51KB123456' },
        shopId: 5,
      },
    ])
    const [intent] = await listIntents(world)
    expect(intent).toMatchObject({ status: 'requires_capture', amount: 79_900, currency: 'usd' })
    expect(intent.metadata.appointment_id).toBe(id)
    const { rows } = await world.context.database.pool.query(
      'select h.status, h.capture_before, a.state from holds h join appointments a on a.id = h.appointment_id where a.id = $1',
      [id],
    )
    expect(rows[0]).toMatchObject({ status: 'live', state: 'booked' })
    expect(rows[0].capture_before).toEqual(
      new Date(intent.latest_charge.payment_method_details.card.capture_before * 1000),
    )
  })

  test('twice at one time fills both bays, and a third is refused as just taken', async () => {
    const date = `${day(1)} 10:00`
    await book(world, customer, { date })
    await book(world, customer, { date })
    const third = await customer.post('/api/appointments', orderFor(world, { date }))
    expect(third.status).toBe(409)
    expect(third.body).toEqual({ error: 'That time was just taken. Choose another.' })
    expect(third.headers.get('x-refusal')).toBe('slot_taken')
    const grid = await slots(`date=${day(1)}&shopId=5&productId=1`)
    expect(grid.map((slot) => slot.available)).toEqual([false, false, false, false, true, true, false, false])
    expect(grid[1]?.reason).toBe('taken')
    expect(grid[7]?.reason).toBe('ends after closing')
  })

  test('with the same key books once, however many requests are sent', async () => {
    const order = orderFor(world, { date: `${day(2)} 09:00` })
    const headers = { 'idempotency-key': 'one-press-of-the-button' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => customer.post('/api/appointments', order, headers)),
    )
    const again = await customer.post('/api/appointments', order, headers)
    expect(again.status).toBe(201)
    expect(
      new Set(answers.filter((answer) => answer.status === 201).map((answer) => answer.body.id)),
    ).toEqual(new Set([again.body.id]))
    expect(answers.every((answer) => answer.status === 201 || answer.status === 503)).toBe(true)
    const { rows } = await world.context.database.pool.query(
      `select count(*)::int as appointments from appointments where starts_at::date = $1::date and state = 'booked'`,
      [day(2)],
    )
    expect(rows[0].appointments).toBe(1)
    expect(
      (await listIntents(world)).filter((intent) => intent.metadata.appointment_id === again.body.id),
    ).toHaveLength(1)
  })

  test('with the same key and another order is refused', async () => {
    const headers = { 'idempotency-key': 'a-key-used-twice' }
    await customer.post('/api/appointments', orderFor(world, { date: `${day(3)} 09:00` }), headers)
    const other = await customer.post(
      '/api/appointments',
      orderFor(world, { date: `${day(3)} 12:00` }),
      headers,
    )
    expect(other.status).toBe(409)
    expect(other.headers.get('x-refusal')).toBe('request_changed')
  })
})

describe('a card', () => {
  test('that is declined gets the provider’s message and leaves the time free', async () => {
    const date = `${day(4)} 09:00`
    const declined = await customer.post(
      '/api/appointments',
      orderFor(world, { date, paymentMethodId: 'pm_card_visa_chargeDeclinedInsufficientFunds' }),
    )
    expect(declined.status).toBe(402)
    expect(declined.body).toEqual({
      error: 'Your card was declined. Please check its details, or use another card.',
    })
    expect((await slots(`date=${day(4)}&productId=1`))[0]?.available).toBe(true)
    await book(world, customer, { date })
    await book(world, customer, { date })
  })

  test('that requires 3-D Secure books only after confirmation', async () => {
    const order = orderFor(world, {
      date: `${day(5)} 09:00`,
      paymentMethodId: 'pm_card_threeDSecure2Required',
    })
    const headers = { 'idempotency-key': 'secure-and-complete' }
    const asked = await customer.post('/api/appointments', order, headers)
    expect(asked.status).toBe(201)
    expect(asked.body).toMatchObject({ requiresAction: true })
    const intentId = String(asked.body.clientSecret).split('_secret_')[0]
    expect((await listOwn(customer)).find((own: { id: string }) => own.id === asked.body.id).status).toBe(
      'pending',
    )
    const stillAsked = await customer.post('/api/appointments', order, headers)
    expect(stillAsked.body).toEqual(asked.body)

    await completeChallenge(intentId, 'complete')
    const confirmed = await customer.post('/api/appointments', order, headers)
    expect(confirmed.body).toEqual({ id: asked.body.id, requiresAction: false })
    expect((await listOwn(customer)).find((own: { id: string }) => own.id === asked.body.id).status).toBe(
      'scheduled',
    )
  })

  test('that fails 3-D Secure gets the provider’s message, and the time is free again', async () => {
    const order = orderFor(world, {
      date: `${day(5)} 13:00`,
      paymentMethodId: 'pm_card_threeDSecure2Required',
    })
    const headers = { 'idempotency-key': 'secure-and-fail' }
    const asked = await customer.post('/api/appointments', order, headers)
    await completeChallenge(String(asked.body.clientSecret).split('_secret_')[0], 'fail')
    const refused = await customer.post('/api/appointments', order, headers)
    expect(refused.status).toBe(402)
    expect(refused.body.error).toMatch(/^We are unable to authenticate your payment method\./)
    await book(world, customer, { date: `${day(5)} 13:00` })
  })

  test('confirmed without a further request is booked by a job', async () => {
    const asked = await customer.post(
      '/api/appointments',
      orderFor(world, { date: `${day(6)} 09:00`, paymentMethodId: 'pm_card_threeDSecure2Required' }),
    )
    await completeChallenge(String(asked.body.clientSecret).split('_secret_')[0], 'complete')
    await untilEventsArrive()
    await world.runJobs()
    expect((await listOwn(customer)).find((own: { id: string }) => own.id === asked.body.id).status).toBe(
      'scheduled',
    )
  })

  test('that is never confirmed frees the time after 15 minutes, after its hold was voided', async () => {
    const asked = await customer.post(
      '/api/appointments',
      orderFor(world, { date: `${day(7)} 09:00`, paymentMethodId: 'pm_card_threeDSecure2Required' }),
    )
    await world.runJobs()
    expect((await listOwn(customer)).map((own: { id: string }) => own.id)).toContain(asked.body.id)
    world.context.clock.setOffset(15 * 60_000 + 1000)
    await world.runJobs()
    world.context.clock.setOffset(0)
    expect((await listOwn(customer)).map((own: { id: string }) => own.id)).not.toContain(asked.body.id)
    const intent = (await listIntents(world)).find((one) => one.metadata.appointment_id === asked.body.id)
    expect(intent.status).toBe('canceled')
  })
})

describe('a provider in trouble', () => {
  async function fail(mode: string, count: number): Promise<void> {
    await outsideOf(world.sandboxUrl).faults({ mode, count })
  }

  test.each([
    ['error_before', '09:00'],
    ['error_after', '09:00'],
    ['drop_answer', '14:00'],
  ])('%s: books once and holds once', async (mode, time) => {
    const order = orderFor(world, { date: `${day(8)} ${time}` })
    const headers = { 'idempotency-key': `trouble-${mode}` }
    await fail(mode, 1)
    let answer = await customer.post('/api/appointments', order, headers)
    await fail('none', 0)
    if (answer.status === 503) answer = await customer.post('/api/appointments', order, headers)
    expect(answer.status).toBe(201)
    const held = (await listIntents(world)).filter(
      (intent) => intent.metadata.appointment_id === answer.body.id && intent.status === 'requires_capture',
    )
    expect(held).toHaveLength(1)
  })

  test('during an outage: 503 with a sentence, the claim stays, and the same press books afterwards', async () => {
    const order = orderFor(world, { date: `${day(9)} 09:00` })
    const headers = { 'idempotency-key': 'down-for-longer' }
    await fail('error_before', 50)
    const down = await customer.post('/api/appointments', order, headers)
    await fail('none', 0)
    expect(down.status).toBe(503)
    expect(down.headers.get('retry-after')).toBe('2')
    expect(down.body.error).toMatch(/You won’t be booked twice/)
    const back = await customer.post('/api/appointments', order, headers)
    expect(back.status).toBe(201)
    expect(
      (await listIntents(world)).filter((intent) => intent.metadata.appointment_id === back.body.id),
    ).toHaveLength(1)
  })
})

describe('an order is refused, with a sentence and the field, when', () => {
  const cases: [string, Record<string, unknown>, number, string, string | null][] = [
    ['the amount is not the price', { amount: 1 }, 409, 'price_changed', 'amount'],
    [
      'the capture is not manual',
      { capture_method: 'automatic' },
      422,
      'capture_method_not_manual',
      'capture_method',
    ],
    ['the package is unknown', { productId: 9, amount: 499 }, 422, 'package_unknown', 'productId'],
    ['the shop is unknown', { shopId: 6 }, 422, 'shop_unknown', 'shopId'],
    ['the phone is short', { phone: '555-0142' }, 400, 'malformed', 'phone'],
    ['the name is blank', { name: '   ' }, 400, 'malformed', 'name'],
    ['the email is none', { email: 'nobody' }, 400, 'malformed', 'email'],
    [
      'the VIN has an O',
      { vehicleInfo: { year: 2013, make: 'BMW', model: 'X5', vin: 'OBAJU7C51KB123456' } },
      400,
      'malformed',
      'vehicleInfo.vin',
    ],
    [
      'the vehicle is too old',
      { vehicleInfo: { year: 2009, make: 'BMW', model: 'X5' } },
      422,
      'vehicle_not_supported',
      'vehicleInfo.year',
    ],
    [
      'the model is another make’s',
      { vehicleInfo: { year: 2021, make: 'Audi', model: 'X5' } },
      422,
      'vehicle_not_supported',
      'vehicleInfo.model',
    ],
    ['a key is unknown', { status: 'completed' }, 400, 'malformed', null],
    ['the year is in no calendar', { date: '0000-01-03 09:00' }, 400, 'malformed', 'date'],
    ['the date has a zone', { date: '2026-12-01T09:00:00Z' }, 400, 'malformed', 'date'],
    [
      'the card is no payment method',
      { paymentMethodId: '4242424242424242' },
      400,
      'malformed',
      'paymentMethodId',
    ],
  ]
  test.each(cases)('%s', async (_, changes, status, code, field) => {
    const answer = await customer.post('/api/appointments', orderFor(world, changes))
    expect([answer.status, answer.headers.get('x-refusal'), answer.headers.get('x-refusal-field')]).toEqual([
      status,
      code,
      field,
    ])
    expect(Object.keys(answer.body)).toEqual(['error'])
    expect(answer.body.error).toMatch(/\w{3,}/)
  })

  test('the day is a weekend, too soon, too late or past, or the start is invalid', async () => {
    const { addDays } = await import('../../contract/time.ts')
    const first = day(0)
    const days = [addDays(first, -7), addDays(day(9), 7), '2020-01-06', '0001-01-01']
    const weekend = [0, 1, 2, 3, 4, 5, 6]
      .map((count) => addDays(first, count))
      .find((one) => new Date(`${one}T00:00Z`).getUTCDay() === 6)
    for (const one of [...days, weekend]) {
      const answer = await customer.post('/api/appointments', orderFor(world, { date: `${one} 09:00` }))
      expect([answer.status, answer.headers.get('x-refusal')]).toEqual([422, 'day_not_bookable'])
    }
    for (const [time, code] of [
      ['09:30', 'not_a_start_time'],
      ['08:00', 'not_a_start_time'],
      ['15:00', 'ends_after_closing'],
    ]) {
      const answer = await customer.post('/api/appointments', orderFor(world, { date: `${day(0)} ${time}` }))
      expect([answer.status, answer.headers.get('x-refusal')]).toEqual([422, code])
    }
  })
})

describe('booking permissions', () => {
  test('visitors, shops and administrators cannot book', async () => {
    const order = orderFor(world)
    const people = [personWith(world, ''), await registerShop(world), await signInAdministrator(world)]
    const statuses = []
    for (const person of people) statuses.push((await person.post('/api/appointments', order)).status)
    expect(statuses).toEqual([401, 403, 403])
  })

  test('a page of another site cannot book with the customer’s cookie', async () => {
    const answer = await customer.post('/api/appointments', orderFor(world), {
      origin: 'https://evil.example',
    })
    expect([answer.status, answer.headers.get('x-refusal')]).toEqual([403, 'foreign_origin'])
  })
})

async function completeChallenge(intentId: string | undefined, outcome: 'complete' | 'fail'): Promise<void> {
  expect(await outsideOf(world.sandboxUrl).challenge(String(intentId), outcome)).toBe(true)
}

/** Webhooks are asynchronous: waits until no new ones arrive. */
async function untilEventsArrive(): Promise<void> {
  const count = async () =>
    Number(
      (
        await world.context.database.pool.query(
          'select count(*) from provider_events where handled_at is null',
        )
      ).rows[0].count,
    )
  await expect.poll(count).toBeGreaterThan(1)
}
