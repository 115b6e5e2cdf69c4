import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelsByMake } from '../../contract/catalog/makes.ts'
import type { FitmentReply } from '../../contract/fitment/endpoints.ts'
import type { FitmentData } from '../../contract/fitment/fitment-data.ts'
import {
  mostQuestions,
  notSure,
  resolveFitment,
  type FitmentAnswers,
} from '../../contract/fitment/resolve-fitment.ts'
import { compareVin, notSoldOfVin, vehicleOfVin } from '../../contract/fitment/match-vin.ts'
import { checkDigitOf } from '../../contract/catalog/vin.ts'
import { readFitmentData } from '../../server/fitment/queries.ts'
import { europeanVins, mistypedVins, otherVehicles, publicVins } from '../support/public-vins.ts'
import { send } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let data: FitmentData

beforeAll(async () => {
  world = await startWorld()
  data = await readFitmentData(world.context.database.db, 1)
})
afterAll(() => world.stop())

async function ask(query: Record<string, string | number>) {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const answer = await send(world, 'GET', `/api/fitment?${search}`)
  return { ...answer, body: answer.body as FitmentReply & { error: string } }
}

const withCheckDigit = (vin: string) => vin.slice(0, 8) + checkDigitOf(vin) + vin.slice(9)

describe('the public check', () => {
  test('names the generation, and a verdict for each package', async () => {
    const { status, headers, body } = await ask({ year: 2013, make: 'BMW', model: 'X5' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(body.vehicle).toEqual({
      year: 2013,
      make: 'BMW',
      model: 'X5',
      generation: 'bmw-x5-e70',
      chassis: 'E70',
    })
    expect(body.packages.map(({ productId, verdict }) => [productId, verdict])).toEqual([
      [1, 'fits_with_condition'],
      [2, 'fits_with_condition'],
      [3, 'fits_with_condition'],
    ])
    expect(body.packages[0]?.conditions).toEqual([
      {
        id: 'bmw-x5-e70/cic/1',
        text: 'My car has an AUX socket, and its original screen and controller work.',
      },
    ])
    expect(body).toMatchObject({ question: null, ruleVersion: 1, vinNote: null, vinVehicle: null })
  })

  test('asks what splits the head units, and accepts that the customer is not sure', async () => {
    const car = { year: 2012, make: 'Lexus', model: 'RX' }
    const open = (await ask(car)).body
    expect(open.packages[0]?.verdict).toBe('needs_review')
    expect(open.question?.id).toBe('lexus-control')
    expect(open.question?.productIds.length).toBeGreaterThan(0)
    expect(open.question?.answers.at(-1)).toEqual({ value: notSure, text: 'I’m not sure', picture: null })
    const mouse = (await ask({ ...car, answers: 'lexus-control:mouse' })).body
    expect(mouse.packages[0]?.verdict).toBe('fits')
    const unsure = (await ask({ ...car, answers: `lexus-control:${notSure}` })).body
    expect(unsure).toMatchObject({ question: null, packages: [{ verdict: 'needs_review' }, {}, {}] })
  })

  test.each([
    [
      { year: 2012, make: 'Mercedes', model: 'GLE' },
      'In the US, the GLE of these years was sold as the M-Class (ML). We don’t offer installations for the M-Class yet.',
    ],
    [
      { year: 2016, make: 'Mercedes', model: 'GLS' },
      'In the US, the GLS of these years was sold as the GL-Class. We don’t offer installations for the GL-Class yet.',
    ],
    [{ year: 2014, make: 'Lexus', model: 'NX' }, 'The NX was first sold for 2015.'],
    [{ year: 2016, make: 'Audi', model: 'Q7' }, 'No Q7 was sold for 2016'],
  ])('says of a car that was never sold how it was called: %o', async (car, sentence) => {
    const { body } = await ask(car)
    for (const { verdict, reason } of body.packages) {
      expect(verdict).toBe('does_not_fit')
      expect(reason).toContain(sentence)
    }
    expect(body.question).toBeNull()
  })
})

describe('a VIN', () => {
  const audi = withCheckDigit('WAUFFAFL0DN000001')

  test('fills the car, is never cached and never logged', async () => {
    const { headers, body } = await ask({ vin: audi })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.vehicle).toMatchObject({ year: 2013, make: 'Audi', model: 'A4', chassis: 'B8 (8K)' })
    expect(world.logLines.join('\n')).toContain('/api/fitment')
    expect(world.logLines.join('\n')).not.toContain(audi)
  })

  test('decides between two generations of one model year', async () => {
    const car = { year: 2012, make: 'BMW', model: '3 Series' }
    expect((await ask(car)).body.vehicle.generation).toBeNull()
    const sedan = await ask({ ...car, vin: withCheckDigit('WBA3A5C50CF000001') })
    expect(sedan.body.vehicle.chassis).toBe('F30/F31/F34/F80')
    const coupe = await ask({ ...car, vin: withCheckDigit('WBAKE3C50CE000001') })
    expect(coupe.body.vehicle.chassis).toBe('E90/E91/E92/E93')
  })

  test('of a car that was sold under another name says so at once, whatever was chosen', async () => {
    const vin = withCheckDigit('4JGDA5HB0CA000001')
    const sentence =
      'This VIN belongs to a 2012 Mercedes. In the US, the GLE of these years was sold as the M-Class (ML).'
    const alone = (await ask({ vin })).body
    expect(alone.vehicle).toMatchObject({ year: 2012, make: 'Mercedes', model: null })
    expect(alone).toMatchObject({ vinNote: expect.stringContaining(sentence), packages: [] })
    expect(alone.vinNotSold).toBe(alone.vinNote)
    for (const [car, verdict] of [
      [{ year: 2012, make: 'Mercedes', model: 'GLE' }, 'does_not_fit'],
      [{ year: 2012, make: 'Mercedes', model: 'C-Class' }, 'needs_review'],
      [{ year: 2018, make: 'Mercedes', model: 'GLE' }, 'needs_review'],
      [{ year: 2013, make: 'BMW', model: 'X5' }, 'needs_review'],
    ] as const) {
      const { body } = await ask({ ...car, vin })
      expect(body.vinNote).toBe(alone.vinNote)
      expect(body.vinVehicle?.model).toBeUndefined()
      expect(body.packages.map((each) => each.verdict)).toEqual(Array(3).fill(verdict))
    }
  })

  test.each([
    ['another year', { year: 2014, make: 'Audi', model: 'A4' }],
    ['another model', { year: 2013, make: 'Audi', model: 'Q5' }],
    ['another make', { year: 2013, make: 'BMW', model: 'X5' }],
  ])('of %s is asked about, never guessed, and nothing fits for sure', async (_, car) => {
    const { body } = await ask({ ...car, vin: audi })
    expect(body.vinNote).toBe('This VIN belongs to a 2013 Audi A4. Check the VIN or your selection.')
    expect(body.vinVehicle).toEqual({ year: 2013, make: 'Audi', model: 'A4' })
    expect(body.vehicle).toMatchObject(car)
    expect(body.packages.map(({ verdict }) => verdict)).toEqual(Array(3).fill('needs_review'))
  })

  test('of a truck, or mistyped, is said to be so', async () => {
    const car = { year: 2013, make: 'BMW', model: 'X5' }
    const truck = await ask({ ...car, vin: '1FTFW1E59NKD69096' })
    expect(truck.body.vinNote).toContain('isn’t from a BMW, Mercedes, Audi or Lexus')
    expect(truck.body.packages[0]?.verdict).toBe('needs_review')
    const mistyped = await ask({ ...car, vin: '5UXCR6C09N9J12843' })
    expect(mistyped.body.vinNote).toBe('This VIN doesn’t look right. Check for a typo.')
    const european = await ask({ year: 2019, make: 'Audi', model: 'A4', vin: 'WAUZZZF49KA012345' })
    expect(european.body.vinNote).toBeNull()
  })
})

describe('bad input', () => {
  test.each([
    [{ year: 2013, make: 'BMW', model: 'X5', vin: 'O1234567890123456' }, 400, 'valid 17-character VIN'],
    [{ year: 2013, make: 'BMW', model: 'X5', vin: '123' }, 400, 'valid 17-character VIN'],
    [{ year: 2099, make: 'BMW', model: 'X5' }, 422, 'Please select a year'],
    [{ year: 2013, make: 'BMW', model: 'ML' }, 422, 'Please select a model'],
    [{ year: 2013, make: 'Ford', model: 'F-150' }, 422, 'Please select a manufacturer'],
    [
      { year: 2013, make: 'BMW', model: 'X5', answers: 'audi-control:four-keys' },
      400,
      'belong to another car',
    ],
    [{ year: 2010, make: 'BMW', model: 'X5', answers: 'bmw-screen:huge' }, 400, 'belong to another car'],
    [{ year: 2010, make: 'BMW', model: 'X5', answers: 'bmw-screen' }, 400, 'id:value'],
    [{ year: 'soon', make: 'BMW', model: 'X5' }, 400, 'Please select a year'],
  ])('%o gets a sentence', async (query, status, sentence) => {
    const answer = await ask(query)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toContain(sentence)
  })

  test('a car that is not whole gets no verdict, and no error', async () => {
    const { status, body } = await ask({ make: 'BMW' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ vehicle: { make: 'BMW', year: null }, packages: [], question: null })
  })
})

describe('the data of every model year', () => {
  const packageIds = [1, 2, 3]
  const pairs = Object.entries(modelsByMake).flatMap(([make, models]) =>
    models.flatMap((model) =>
      Array.from({ length: 17 }, (_, index) => ({ make, model, year: 2010 + index })),
    ),
  )
  type Car = (typeof pairs)[number]
  const resolve = (car: { year: number; make: string; model: string }, answers: FitmentAnswers) =>
    resolveFitment(data, { ...car, vin: null, answers, packageIds })

  /** Every way to answer, with each set of answers that leads there. */
  function* walk(car: Car, answers: FitmentAnswers = {}): Generator<FitmentAnswers> {
    yield answers
    const { question } = resolve(car, answers)
    if (!question) return
    for (const value of [...question.answers.map((answer) => answer.value), notSure])
      yield* walk(car, { ...answers, [question.id]: value })
  }

  test('covers 340 pairs, each with one outcome for each package within two questions', () => {
    expect(pairs).toHaveLength(340)
    for (const car of pairs)
      for (const answers of walk(car)) {
        const { packages, question } = resolve(car, answers)
        expect(packages).toHaveLength(3)
        if (Object.keys(answers).length >= mostQuestions) expect(question).toBeNull()
      }
  })

  test('has the outcomes that docs/fitment.md lists, before any answer', () => {
    const counts = packageIds.map((packageId, index) => {
      const outcomes = pairs.map((car) => {
        const { generation, packages } = resolve(car, {})
        return generation?.notSold ? 'never sold' : (packages[index]?.outcome ?? 'none')
      })
      const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
      return [packageId, ...['does_not_fit', 'needs_review', 'fits_with_condition', 'never sold'].map(count)]
    })
    expect(counts).toEqual([
      [1, 126, 115, 79, 20],
      [2, 163, 75, 82, 20],
      [3, 147, 82, 91, 20],
    ])
  })

  test('gives a review a reason that is no condition to accept', () => {
    const conditions = new Set(
      data.rules
        .filter(({ outcome }) => outcome === 'fits_with_condition')
        .map(({ customerNote }) => customerNote),
    )
    expect(conditions.size).toBeGreaterThan(5)
    for (const car of pairs)
      for (const answers of walk(car))
        for (const { outcome, reason } of resolve(car, answers).packages) {
          if (outcome !== 'needs_review') continue
          expect(conditions).not.toContain(reason)
          expect(reason).not.toMatch(/^My /)
          expect(reason).toMatch(/photo/)
        }
  })

  test('more answers never turn a refusal into a sale, and “not sure” never decides', () => {
    const outcomes = (car: Car, answers: FitmentAnswers) =>
      resolve(car, answers).packages.map(({ outcome }) => outcome)
    for (const car of pairs)
      for (const answers of walk(car)) {
        const before = outcomes(car, answers)
        const { question } = resolve(car, answers)
        if (!question) continue
        expect(outcomes(car, { ...answers, [question.id]: notSure })).toEqual(before)
        for (const { value } of question.answers) {
          const after = outcomes(car, { ...answers, [question.id]: value })
          for (const [index, outcome] of before.entries())
            if (outcome === 'does_not_fit') expect(after[index]).not.toMatch(/^fits/)
        }
      }
  })

  test('names no car for the VINs of model years that were never sold under the name', () => {
    const never = data.generations.filter(({ notSold }) => notSold !== null)
    expect(never.map(({ model }) => model).sort()).toEqual(['A4', 'GLE', 'GLS', 'NX', 'Q7'])
    for (const { make, model, notSold, vinPatterns } of never)
      for (const { maker, descriptor, yearFrom: year } of vinPatterns) {
        const place = 'ABCDEFG'.charAt(year - 2010)
        const vin = withCheckDigit(`${maker}${descriptor.replaceAll('*', 'A')}0${place}A000001`)
        expect(vehicleOfVin(data, vin)).toEqual({ year, make })
        expect(notSoldOfVin(data, vin)).toBe(`This VIN belongs to a ${year} ${make}. ${notSold}`)
        expect(compareVin(data, vin, { year, make, model }).kind).toBe('matches')
      }
    for (const [vin] of publicVins) expect(notSoldOfVin(data, vin)).toBeNull()
  })

  test('says of a model that was never sold only what the form can do', () => {
    const offered: readonly string[] = Object.values(modelsByMake).flat()
    for (const { make, model, notSold } of data.generations) {
      if (notSold === null) continue
      // A VIN leads back to the same sentence, so it is no way out.
      expect(notSold).not.toMatch(/VIN/)
      const [, refused] = /installations for the ([\w-]+) yet/.exec(notSold) ?? []
      if (refused !== undefined) expect(offered).not.toContain(refused)
      const suggested = /another \w+: (.*)\./.exec(notSold)?.[1]?.split(/, | or /) ?? []
      for (const each of suggested) expect(modelsByMake[make as keyof typeof modelsByMake]).toContain(each)
      const years = [...notSold.matchAll(/\b(?:Choose|or|starts with|ended with) (\d{4})/g)].map(([, year]) =>
        Number(year),
      )
      expect(years.length).toBeGreaterThan(0)
      for (const year of years) {
        const isSold = data.generations.some(
          (each) =>
            each.make === make &&
            each.model === model &&
            each.notSold === null &&
            each.yearFrom <= year &&
            year <= each.yearTo,
        )
        expect([model, year, isSold]).toEqual([model, year, true])
      }
    }
  })

  test('a car outside the data never fits', () => {
    for (const car of [
      { year: 2009, make: 'BMW', model: 'X5' },
      { year: 2013, make: 'BMW', model: 'X6' },
      { year: 2013, make: 'Volvo', model: 'X5' },
    ])
      for (const { outcome } of resolve(car, {}).packages) expect(outcome).toBe('needs_review')
  })
})

describe('published VINs', () => {
  test('name the right car, or less, and never another one', () => {
    const named = publicVins.map(([vin, year, make, model]) => {
      const car = { year, make, model }
      const read = vehicleOfVin(data, vin)
      expect(car).toMatchObject(read)
      expect(compareVin(data, vin, car).kind).not.toBe('disagrees')
      return read.model !== undefined
    })
    // Patterns end where the public data does: one X3 of 2024 has none.
    expect(named.filter((isWhole) => !isWhole)).toHaveLength(1)
  })

  test('disagree with another year, another model and another make', () => {
    for (const [vin, year, make, model] of publicVins) {
      const others = [
        { year: year + 1, make, model },
        { year: year - 1, make, model },
        { year, make: make === 'BMW' ? 'Audi' : 'BMW', model },
      ]
      for (const car of others) expect(compareVin(data, vin, car).kind).toBe('disagrees')
      const sister = { year, make, model: model === 'X5' ? 'X3' : 'X5' }
      if (vehicleOfVin(data, vin).model !== undefined)
        expect(compareVin(data, vin, sister).kind).toBe('disagrees')
    }
  })

  test('with one mistyped character are never confirmed as a car', () => {
    for (const [vin, year, make, model] of publicVins) {
      const typo = vin.slice(0, 11) + ((Number(vin.charAt(11)) || 0) === 5 ? '6' : '5') + vin.slice(12)
      if (checkDigitOf(typo) === typo.charAt(8)) continue
      expect(vehicleOfVin(data, typo)).toEqual({})
      expect(compareVin(data, typo, { year, make, model }).kind).toBe('unknown')
    }
  })

  test('of other vehicles are confirmed as none of ours', () => {
    for (const vin of otherVehicles) expect(vehicleOfVin(data, vin).model).toBeUndefined()
    for (const vin of [...mistypedVins, ...europeanVins]) {
      // One of eleven European numbers has a right digit by chance; even then no car is named.
      const { year, model } = vehicleOfVin(data, vin)
      expect([year, model]).toEqual([undefined, undefined])
    }
  })
})
