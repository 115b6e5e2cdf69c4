import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { builtInShopId } from '../../contract/shops/shops.ts'
import { listIntents, orderFor } from '../support/orders.ts'
import { mailsTo as receivedMails } from '../support/mails.ts'
import { openShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { sendPhoto } from '../support/photo-uploads.ts'
import { phonePhoto } from '../support/sample-photos.ts'
import {
  answerReview,
  bookOpenCheck,
  findOwn,
  getReview,
  listQueue,
  mailKindsTo,
} from '../support/review-desk.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person
let administrator: Person

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  customer = await signUp(world)
})

const hour = 3600
let slots = 0
function start(): string {
  slots += 1
  const days = world.bookableDays()
  return `${days[slots % days.length]} ${slots % 2 === 0 ? '09:00' : '13:00'}`
}

const bookOpen = (changes: Record<string, unknown> = {}) =>
  bookOpenCheck(world, customer, { date: start(), ...changes })
type Marked = { id?: string; appointmentId?: string; awaitsFitment: boolean }
const queue = (person = administrator) => listQueue(person)
const reviewOf = (appointmentId: string) => getReview(administrator, appointmentId)
const answer = (id: string, body: object, person = administrator) => answerReview(person, id, body)
const own = (id: string) => findOwn(customer, id)
const mailsTo = (address: string) => mailKindsTo(world, address)

describe('the queue', () => {
  test('shows the car, the candidates with their rules, and the answers in words', async () => {
    const id = await bookOpen({
      fitment: { answers: { 'lexus-control': 'not-sure' }, acceptedConditions: [], ruleVersion: 1 },
    })
    const review = await reviewOf(id)
    expect(review).toMatchObject({
      shopName: 'Alhambra Auto Sports',
      vehicleInfo: { year: 2012, make: 'Lexus', model: 'RX' },
      packageName: 'Smart Connect Essential',
      answers: [{ question: 'How do you control your Lexus’s screen?', answer: 'Not sure' }],
      photos: [],
      photoAsked: null,
    })
    expect(review.candidates.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['Navigation with Remote Touch', 'fits'],
      ['Radio / Display Audio', 'needs_review'],
    ])
    // It answers by the end of the next day on which it is open: after a Saturday that is Monday.
    expect(Date.parse(review.dueAt ?? '') - Date.parse(review.openedAt)).toBeLessThan(72 * hour * 1000)
    expect((await mailsTo(customer.email)).filter((kind) => kind.startsWith('fitment'))).toEqual([
      'fitment_photo_needed',
    ])
    await world.runJobs()
    const confirmed = (await receivedMails(world, customer.email)).find(({ subject }) =>
      subject.startsWith('Confirmed'),
    )
    expect(confirmed?.text).toContain('first checks that Smart Connect Essential fits your Lexus RX')
  })

  test('is each shop’s own, and nothing for customers', async () => {
    const id = await bookOpen()
    const review = await reviewOf(id)
    const other = (await openShop(world, administrator)).shop
    expect((await queue(other)).reviews).toEqual([])
    expect((await answer(review.id, { answer: 'fits', note: '' }, other)).status).toBe(404)
    expect((await customer.get('/api/admin/fitment-reviews')).status).toBe(403)
  })

  test('marks its appointment in the list, the details and on the board until the answer', async () => {
    const id = await bookOpen()
    const review = await reviewOf(id)
    const day = review.appointmentDate?.slice(0, 10)
    const marks = async () => {
      const listed = (await administrator.get('/api/admin/appointments')).body as unknown as Marked[]
      const details = (await administrator.get(`/api/admin/appointments/${id}`)).body as unknown as Marked
      const board = (await administrator.get(`/api/admin/board?shopId=5&from=${day}`)).body as unknown as {
        jobs: Marked[]
      }
      const awaiting = await administrator.get('/api/admin/appointments?range=awaits_fitment')
      return [
        (awaiting.body as unknown as Marked[]).some((each) => each.id === id),
        listed.find((each) => each.id === id)?.awaitsFitment,
        details.awaitsFitment,
        board.jobs.find(({ appointmentId }) => appointmentId === id)?.awaitsFitment,
      ]
    }
    expect(await marks()).toEqual([true, true, true, true])
    expect((await answer(review.id, { answer: 'fits', note: '' })).status).toBe(200)
    expect(await marks()).toEqual([false, false, false, false])
  })
})

/** The mails to the shop about a review: recipient, news and start. */
async function shopMails(reviewId: string) {
  const { rows } = await world.context.database.pool.query(
    `select recipient, payload ->> 'news' as news, payload ->> 'startsAt' is not null as "isBooked"
     from outbox where kind = 'shop_fitment_check' and payload ->> 'reviewUrl' like '%check=' || $1
     order by created_at, id`,
    [reviewId],
  )
  return rows
}

describe('the mail to the shop', () => {
  test('comes once at the booking, and once more for the photo that it asked for', async () => {
    const { shop, shopId } = await openShop(world, administrator)
    const id = await bookOpen({ shopId })
    const { id: reviewId } = await reviewOf(id)
    const opened = { recipient: shop.email, news: 'opened', isBooked: true }
    expect(await shopMails(reviewId)).toEqual([opened])

    const photo = await phonePhoto()
    const add = async () => (await sendPhoto(world, reviewId, photo, { person: customer })).status
    expect(await add()).toBe(201)
    expect(await shopMails(reviewId)).toEqual([opened])
    const ask = { answer: 'another_photo', note: 'Please show the menu.' }
    expect((await answer(reviewId, ask, shop)).status).toBe(200)
    expect([await add(), await add()]).toEqual([201, 201])
    expect(await shopMails(reviewId)).toEqual([opened, { ...opened, news: 'photo_sent' }])
  })

  test('does not come for a booking that the bank refused', async () => {
    const order = orderFor(world, {
      date: start(),
      vehicleInfo: { year: 2012, make: 'Lexus', model: 'RX', vin: null },
      email: customer.email,
      paymentMethodId: 'pm_card_chargeDeclined',
    })
    expect((await customer.post('/api/appointments', order)).status).toBe(402)
    const { rows } = await world.context.database.pool.query(
      `select r.id from fitment_reviews r join users u on u.id = r.customer_id where u.email = $1`,
      [customer.email],
    )
    expect(rows).toHaveLength(1)
    expect(await shopMails(rows[0].id)).toEqual([])
  })

  test('comes, with the one for the customer, when a change of package needs the check', async () => {
    const asked = await customer.get('/api/fitment?year=2013&make=Audi&model=Q5')
    const { packages } = asked.body as unknown as {
      packages: { productId: number; conditions: { id: string }[] }[]
    }
    const premium = packages.find(({ productId }) => productId === 2)
    const acceptedConditions = premium?.conditions.map((condition) => condition.id)
    const id = await bookOpen({
      vehicleInfo: { year: 2013, make: 'Audi', model: 'Q5', vin: null },
      productId: 2,
      amount: 799,
      fitment: { answers: {}, acceptedConditions, ruleVersion: 1 },
    })
    expect(await mailsTo(customer.email)).not.toContain('fitment_photo_needed')
    const fitment = { answers: {}, acceptedConditions: [], ruleVersion: 1 }
    const changed = await customer.patch(`/api/appointments/${id}`, { productId: 1, amount: 499, fitment })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(await mailsTo(customer.email)).toContain('fitment_photo_needed')
    const { id: reviewId } = await reviewOf(id)
    const opened = { recipient: administrator.email, news: 'opened', isBooked: true }
    expect(await shopMails(reviewId)).toContainEqual(opened)
  })
})

describe('the answer', () => {
  test('that it fits keeps the appointment, records who said so, and is mailed', async () => {
    const id = await bookOpen()
    const { id: reviewId } = await reviewOf(id)
    expect((await answer(reviewId, { answer: 'fits', note: '' })).status).toBe(200)
    expect(await own(id)).toMatchObject({
      status: 'scheduled',
      fitment: { verdict: 'fits', isReviewed: true, review: null },
    })
    expect(await mailsTo(customer.email)).toContain('fitment_confirmed')
    expect((await answer(reviewId, { answer: 'does_not_fit', note: 'Too late' })).status).toBe(409)
    expect((await queue()).medianHours).not.toBeNull()
  })

  test('with a condition keeps it with the appointment', async () => {
    const id = await bookOpen()
    const { id: reviewId } = await reviewOf(id)
    expect((await answer(reviewId, { answer: 'fits_with_condition', note: '' })).status).toBe(400)
    const note = 'Your AUX socket has to work.'
    expect((await answer(reviewId, { answer: 'fits_with_condition', note })).status).toBe(200)
    expect(await own(id)).toMatchObject({
      fitment: { verdict: 'fits_with_condition', conditions: [{ text: note }], isReviewed: true },
    })
    await world.runJobs()
    const mail = (await receivedMails(world, customer.email)).find(({ subject }) =>
      subject.startsWith('Fits, one condition: '),
    )
    expect(mail?.text).toContain(note)
    // A mail to an unproven address leaves the condition out.
    const { rows } = await world.context.database.pool.query(
      `select payload -> 'hasCondition' as has from outbox
       where kind = 'fitment_confirmed' and payload ->> 'appointmentId' = $1`,
      [id],
    )
    expect(rows).toEqual([{ has: true }])
  })

  test('that it does not fit cancels the appointment, releases the hold and says so', async () => {
    const id = await bookOpen()
    const { id: reviewId } = await reviewOf(id)
    const note = 'Your car has the small screen without a color display.'
    expect((await answer(reviewId, { answer: 'does_not_fit', note })).status).toBe(200)
    expect(await own(id)).toMatchObject({ status: 'cancelled', cancellationReason: note })
    const [intent] = await listIntents(world)
    expect(intent).toMatchObject({ status: 'canceled', amount: 49_900 })
    expect(await mailsTo(customer.email)).toContain('appointment_cancelled')
    await expect(reviewOf(id)).rejects.toThrow('no open review')
  })

  test('of two reviewers at once is one answer', async () => {
    const id = await bookOpen()
    const { id: reviewId } = await reviewOf(id)
    const both = await Promise.all([
      answer(reviewId, { answer: 'fits', note: '' }),
      answer(reviewId, { answer: 'does_not_fit', note: 'It has no screen.' }),
    ])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const state = (await own(id))?.['status']
    expect(state).toBe(both[0].status === 200 ? 'scheduled' : 'cancelled')
  })

  test('may be another photo, with its own mail, and the review stays open', async () => {
    const id = await bookOpen()
    const { id: reviewId } = await reviewOf(id)
    const note = 'Please show the screen with the ignition on.'
    expect((await answer(reviewId, { answer: 'another_photo', note })).status).toBe(200)
    expect(await own(id)).toMatchObject({ fitment: { review: { photoAsked: note } } })
    expect((await mailsTo(customer.email)).filter((kind) => kind === 'fitment_photo_needed')).toHaveLength(2)
  })

  describe('about a package that the customer has changed away from', () => {
    let id: string
    let reviewId: string
    beforeEach(async () => {
      id = await bookOpen({ vehicleInfo: { year: 2013, make: 'Audi', model: 'Q5', vin: null } })
      reviewId = (await reviewOf(id)).id
      const choices = (await customer.get(`/api/appointments/${id}/packages`)).body as unknown as {
        fitment: { conditions: { id: string }[] }
      }[]
      const acceptedConditions = choices[1]?.fitment.conditions.map((condition) => condition.id)
      const changed = await customer.patch(`/api/appointments/${id}`, {
        productId: 2,
        amount: 799,
        fitment: { answers: {}, acceptedConditions, ruleVersion: 1 },
      })
      expect(changed.body).toMatchObject({
        productId: 2,
        fitment: { verdict: 'fits_with_condition', review: null },
      })
      await expect(reviewOf(id)).rejects.toThrow('no open review')
    })

    test('is recorded and mails nothing', async () => {
      expect((await answer(reviewId, { answer: 'fits', note: '' })).status).toBe(200)
      expect(await mailsTo(customer.email)).not.toContain('fitment_confirmed')
    })

    test('cancels nothing', async () => {
      expect((await answer(reviewId, { answer: 'does_not_fit', note: 'Another screen.' })).status).toBe(200)
      expect(await own(id)).toMatchObject({ status: 'scheduled', productId: 2 })
      expect(await mailsTo(customer.email)).not.toContain('appointment_cancelled')
      const back = await customer.patch(`/api/appointments/${id}`, { productId: 1 })
      expect([back.status, back.body.error]).toEqual([422, 'Another screen.'])
    })
  })

  test('about a package that was changed to is asked for, with the link for photos', async () => {
    const vehicleInfo = { year: 2013, make: 'Audi', model: 'Q5', vin: null }
    const id = await bookOpen({ vehicleInfo, productId: 1 })
    const { id: reviewId } = await reviewOf(id)
    expect((await answer(reviewId, { answer: 'fits', note: '' })).status).toBe(200)
    const changed = await customer.patch(`/api/appointments/${id}`, { productId: 2, amount: 799 })
    expect(changed.body).toMatchObject({ productId: 2, fitment: { verdict: 'needs_review' } })
    expect((await mailsTo(customer.email)).filter((kind) => kind === 'fitment_photo_needed')).toHaveLength(2)
    // The reviewer's answer stands when the customer changes back.
    const back = await customer.patch(`/api/appointments/${id}`, { productId: 1 })
    expect(back.body).toMatchObject({ productId: 1, fitment: { verdict: 'fits', isReviewed: true } })
  })
})

describe('an open review', () => {
  test('of a paid appointment stands before requests', async () => {
    await world.context.database.pool.query('update users set email_verified = true where email = $1', [
      customer.email,
    ])
    const asked = await customer.post('/api/fitment-reviews', {
      vehicleInfo: { year: 2018, make: 'BMW', model: '5 Series' },
      productId: 1,
      fitment: { answers: { 'has-carplay': 'no' }, acceptedConditions: [], ruleVersion: 1 },
    })
    const id = await bookOpen()
    const order = (await queue()).reviews.map((review) => review.id)
    expect(order.indexOf((await reviewOf(id)).id)).toBeLessThan(order.indexOf(asked.body.id as string))
  })

  test('answers without a web address', async () => {
    const { id } = await reviewOf(await bookOpen())
    const note = 'Pay at http://evil.example/pay'
    for (const choice of ['fits', 'activation_only', 'does_not_fit', 'another_photo'])
      expect((await answer(id, { answer: choice, note })).status).toBe(400)
  })
})

describe('a request without a purchase', () => {
  const request = {
    vehicleInfo: { year: 2018, make: 'BMW', model: '3 Series' },
    productId: 1,
    fitment: { answers: { 'has-carplay': 'no' }, acceptedConditions: [], ruleVersion: 1 },
  }

  test('needs a proven address, then reaches the queue, and is answered by mail', async () => {
    expect((await customer.post('/api/fitment-reviews', request)).headers.get('x-refusal')).toBe(
      'email_not_proven',
    )
    await world.context.database.pool.query('update users set email_verified = true where email = $1', [
      customer.email,
    ])
    const asked = await customer.post('/api/fitment-reviews', request)
    expect(asked.status).toBe(201)
    const id = asked.body.id as string
    const review = (await queue()).reviews.find((each) => each.id === id)
    // The built-in shop has no owner: its mail goes to the administrators.
    expect(await shopMails(id)).toContainEqual({
      recipient: administrator.email,
      news: 'opened',
      isBooked: false,
    })
    expect(review).toMatchObject({
      appointmentId: null,
      appointmentDate: null,
      reason: expect.stringContaining('switched on'),
    })
    expect(
      (await answer(id, { answer: 'activation_only', note: 'Activation costs $120 here.' })).status,
    ).toBe(200)
    expect(await mailsTo(customer.email)).toContain('fitment_request_answered')
    const { rows: mails } = await world.context.database.pool.query(
      `select o.payload ->> 'shopName' = s.business_name and o.payload ->> 'shopAddress' = s.address as "isNamed"
       from outbox o, shops s where o.kind = 'fitment_request_answered' and o.recipient = $1 and s.id = $2`,
      [customer.email, builtInShopId],
    )
    expect(mails).toEqual([{ isNamed: true }])
    const askAbout = (model: string) =>
      customer.post('/api/fitment-reviews', { ...request, vehicleInfo: { ...request.vehicleInfo, model } })
    const first = await askAbout('3 Series')
    for (const model of ['5 Series', '7 Series']) expect((await askAbout(model)).status).toBe(201)
    expect((await askAbout('X5')).status).toBe(429)
    // The same question is the open one.
    expect((await askAbout('3 Series')).body).toEqual(first.body)
  })

  test('is refused for a car that fits or does not fit', async () => {
    await world.context.database.pool.query('update users set email_verified = true where email = $1', [
      customer.email,
    ])
    const fits = {
      ...request,
      vehicleInfo: { year: 2013, make: 'BMW', model: 'X5' },
      fitment: { ...request.fitment, answers: {} },
    }
    expect((await customer.post('/api/fitment-reviews', fits)).headers.get('x-refusal')).toBe(
      'fitment_changed',
    )
  })
})
