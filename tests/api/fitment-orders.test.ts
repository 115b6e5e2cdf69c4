import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { book, fittingCar, listIntents, listOwn, orderFor } from '../support/orders.ts'
import { refusalOf, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  customer = await signUp(world)
})

let slots = 0
/** A start that no other test of this file takes. */
function start(): string {
  slots += 1
  const days = world.bookableDays()
  return `${days[slots % days.length]} ${slots < days.length ? '09:00' : '13:00'}`
}

const order = (changes: Record<string, unknown> = {}) =>
  customer.post('/api/appointments', orderFor(world, { date: start(), ...changes }))
const own = async () => (await listOwn(customer)) as unknown as Record<string, unknown>[]
const newVersion = async (sql: string) => {
  const { pool } = world.context.database
  await pool.query(
    `insert into fitment_versions (version, created_at, reason) select max(version) + 1, now(), 'Test' from fitment_versions`,
  )
  await pool.query(sql)
}
/** Ends the rule of a package for the usual car, and sets the given columns in a new version. */
const changeRule = (packageId: number, columns: object) =>
  newVersion(`
    with ended as (
      update fitment_rules set until = (select max(version) from fitment_versions)
        where id = 'bmw-x5-e70/cic/${packageId}' and until is null returning *)
    insert into fitment_rules select (jsonb_populate_record(null::fitment_rules, to_jsonb(ended)
      || jsonb_build_object('since', (select max(version) from fitment_versions), 'until', null)
      || '${JSON.stringify(columns)}')).* from ended`)
const version = async () =>
  Number((await world.context.database.pool.query('select max(version) from fitment_versions')).rows[0].max)

describe('an order', () => {
  test.each([
    ['that has CarPlay from the factory', { year: 2021, make: 'BMW', model: 'X5' }, 'came with CarPlay'],
    ['that was never sold', { year: 2012, make: 'Mercedes', model: 'GLE' }, 'was sold as the M-Class'],
  ])('for a car %s is refused before any money', async (_, vehicleInfo, sentence) => {
    const before = (await listIntents(world)).length
    const answer = await order({ vehicleInfo })
    expect(refusalOf(answer)).toEqual([422, 'package_not_for_vehicle'])
    expect(answer.body.error).toContain(sentence)
    expect(await listIntents(world)).toHaveLength(before)
    expect(await own()).toEqual([])
  })

  test('for a car that only needs an activation is refused', async () => {
    const answer = await order({
      vehicleInfo: { year: 2018, make: 'BMW', model: '3 Series' },
      fitment: { answers: { 'has-carplay': 'no' }, acceptedConditions: [], ruleVersion: 1 },
    })
    expect(refusalOf(answer)).toEqual([422, 'package_not_for_vehicle'])
    expect(answer.body.error).toContain('switched on')
  })

  test('with its condition accepted books, and keeps the condition, the answers and the version', async () => {
    expect((await order()).status).toBe(201)
    const [appointment] = await own()
    expect(appointment?.['fitment']).toMatchObject({
      verdict: 'fits_with_condition',
      conditions: [
        {
          id: 'bmw-x5-e70/cic/1',
          text: 'My car has an AUX socket, and its original screen and controller work.',
        },
      ],
      isReviewed: false,
      review: null,
    })
    const { rows } = await world.context.database.pool.query(
      'select rule_version, head_unit_id, answers from fitment_verdicts where appointment_id = $1',
      [appointment?.['id']],
    )
    expect(rows).toEqual([{ rule_version: 1, head_unit_id: 'bmw-x5-e70/cic', answers: {} }])
  })

  test('with an open condition is refused, and asks for it', async () => {
    const answer = await order({ fitment: { answers: {}, acceptedConditions: [], ruleVersion: 1 } })
    expect(refusalOf(answer)).toEqual([422, 'condition_not_accepted'])
  })

  test('without a fitment check books a conditional package as one to be reviewed', async () => {
    expect((await order({ fitment: undefined })).status).toBe(201)
    const [appointment] = await own()
    expect(appointment).toMatchObject({
      status: 'scheduled',
      fitment: { verdict: 'needs_review', conditions: [], review: { photoCount: 0, photoAsked: null } },
    })
  })

  test('for an open car books as one to be reviewed; with the answer that decides it fits', async () => {
    const vehicleInfo = { year: 2012, make: 'Lexus', model: 'RX' }
    expect((await order({ vehicleInfo })).status).toBe(201)
    const fitment = { answers: { 'lexus-control': 'mouse' }, acceptedConditions: [], ruleVersion: 1 }
    expect((await order({ vehicleInfo, fitment })).status).toBe(201)
    const verdicts = (await own()).map(({ fitment: found }) => (found as { verdict: string }).verdict)
    expect(verdicts.toSorted()).toEqual(['fits', 'needs_review'])
  })

  test('with the VIN of another car books as one to be reviewed, never as fitting', async () => {
    const vehicleInfo = { ...fittingCar, vin: 'WAUFFAFL2DN000001' }
    expect((await order({ vehicleInfo })).status).toBe(201)
    expect((await own())[0]).toMatchObject({ fitment: { verdict: 'needs_review' } })
  })

  test.each([
    [{ 'audi-control': 'four-keys' }, 400, 'fitment_answers_unknown'],
    [{ 'bmw-screen': 'enormous' }, 400, 'fitment_answers_unknown'],
  ])('with answers of another car is refused: %o', async (answers, status, refusal) => {
    const fitment = { answers, acceptedConditions: [], ruleVersion: 1 }
    expect(refusalOf(await order({ fitment }))).toEqual([status, refusal])
  })

  test.each([0, -1, 999_999])(
    'with the unknown version %d of the rules is asked again',
    async (ruleVersion) => {
      const fitment = { answers: {}, acceptedConditions: ['bmw-x5-e70/cic/1'], ruleVersion }
      expect(refusalOf(await order({ fitment }))).toEqual([409, 'fitment_changed'])
    },
  )
})

describe('rules that change', () => {
  test('ask again only where the verdict of this car changed', async () => {
    const seen = await version()
    await changeRule(1, { customer_note: 'My car has an AUX socket and a USB socket.' })
    // Another condition of the same outcome is another agreement.
    const one = { answers: {}, acceptedConditions: ['bmw-x5-e70/cic/1'], ruleVersion: seen }
    expect(refusalOf(await order({ fitment: one }))).toEqual([409, 'fitment_changed'])
    expect((await order({ fitment: { ...one, ruleVersion: await version() } })).status).toBe(201)
    // Package 2 is as it was.
    const two = { answers: {}, acceptedConditions: ['bmw-x5-e70/cic/2'], ruleVersion: seen }
    expect((await order({ productId: 2, fitment: two })).status).toBe(201)
  })

  test('add minutes to the job and cents to the price, and both are decided by the server', async () => {
    await changeRule(3, { extra_minutes: 60, extra_cents: 5000 })
    const fitment = { answers: {}, acceptedConditions: ['bmw-x5-e70/cic/3'], ruleVersion: await version() }
    expect(refusalOf(await order({ productId: 3, fitment }))).toEqual([409, 'price_changed'])
    const date = `${world.bookableDays().at(-1)} 09:00`
    expect((await order({ productId: 3, amount: 1349, date, fitment })).status).toBe(201)
    const { rows } = await world.context.database.pool.query(
      `select price_cents, extract(epoch from ends_at - starts_at)::integer / 60 as minutes
       from appointments where package_id = 3 order by created_at desc limit 1`,
    )
    expect(rows).toEqual([{ price_cents: 134_900, minutes: 360 }])
    const [intent] = await listIntents(world)
    expect(intent).toMatchObject({ amount: 134_900 })
    // Free times of a longer job end earlier.
    const day = world.bookableDays()[3]
    const times = async (extra: string) => {
      const path = `/api/appointments/availability?date=${day}&productId=3${extra}`
      const slots = (await customer.get(path)).body as unknown as { available: boolean }[]
      return slots.filter(({ available }) => available).length
    }
    expect(await times('&extraMinutes=60')).toBeLessThan(await times(''))
  })
})

describe('another package', () => {
  const choicesOf = async (id: string) =>
    (await customer.get(`/api/appointments/${id}/packages`)).body as unknown as {
      productId: number
      fitment: { verdict: string; conditions: { id: string }[] }
    }[]

  test('is judged for the car and its answers, and a refusal changes nothing', async () => {
    const vehicleInfo = { year: 2017, make: 'BMW', model: 'X5' }
    const answers = { 'has-carplay': 'yes' }
    const fitment = {
      answers,
      acceptedConditions: ['bmw-x5-f15/nbt-evo-2017/1/carplay-yes'],
      ruleVersion: await version(),
    }
    const id = await book(world, customer, { date: start(), vehicleInfo, fitment })
    expect((await choicesOf(id)).map(({ fitment: { verdict } }) => verdict)).toEqual([
      'fits_with_condition',
      'does_not_fit',
      'fits_with_condition',
    ])
    const refused = await customer.patch(`/api/appointments/${id}`, { productId: 2, amount: 799 })
    expect(refusalOf(refused)).toEqual([422, 'package_not_for_vehicle'])
    expect((await own())[0]).toMatchObject({ productId: 1 })
  })

  test('keeps the answers of the booking, which the change need not repeat', async () => {
    const vehicleInfo = { year: 2014, make: 'Lexus', model: 'RX' }
    const answers = { 'lexus-control': 'mouse' }
    const fitment = { answers, acceptedConditions: [], ruleVersion: await version() }
    const id = await book(world, customer, { date: start(), vehicleInfo, fitment })
    const premium = (await choicesOf(id)).find(({ productId }) => productId === 2)
    expect(premium?.fitment.verdict).toBe('fits_with_condition')
    const acceptedConditions = premium?.fitment.conditions.map((condition) => condition.id)
    const changed = await customer.patch(`/api/appointments/${id}`, {
      productId: 2,
      amount: 799,
      fitment: { answers: {}, acceptedConditions, ruleVersion: await version() },
    })
    expect(changed.body).toMatchObject({
      productId: 2,
      fitment: { verdict: 'fits_with_condition', review: null },
    })
  })

  test('without its condition awaits the review, with it does not', async () => {
    const agreed = { answers: {}, acceptedConditions: ['bmw-x5-e70/cic/1'], ruleVersion: await version() }
    const id = await book(world, customer, { date: start(), fitment: agreed })
    const change = (fitment: object) =>
      customer.patch(`/api/appointments/${id}`, { productId: 2, amount: 799, ...fitment })
    const open = await change({
      fitment: { answers: {}, acceptedConditions: [], ruleVersion: await version() },
    })
    expect(refusalOf(open)).toEqual([422, 'condition_not_accepted'])
    expect((await change({})).body).toMatchObject({ productId: 2, fitment: { verdict: 'needs_review' } })
    const back = { productId: 1, amount: 499, fitment: agreed }
    const again = await customer.patch(`/api/appointments/${id}`, back)
    expect(again.body).toMatchObject({
      productId: 1,
      fitment: { verdict: 'fits_with_condition', review: null },
    })
  })
})
