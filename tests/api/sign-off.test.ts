import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mostSignaturePoints } from '../../contract/limits.ts'
import { mailedToken } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, send, signUp, type Person } from '../support/people.ts'
import { joinShop } from '../support/shop-members.ts'
import { pressWork, sampleSignature, workUntil } from '../support/work-orders.ts'

let world: MoneyWorld
let desk: Person
let technician: Person
let shopId: number
let hour = 8

beforeAll(async () => {
  world = await startMoneyWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  const { shop, shopId: id } = await openShop(world, world.administrator)
  shopId = id
  for (const name of ['Lift 2', 'Lift 3', 'Lift 4', 'Lift 5'])
    await shop.post(`/api/admin/shops/${shopId}/bays`, { name })
  desk = await joinShop(world, shopId, 'desk')
  technician = await joinShop(world, shopId, 'technician')
})
beforeEach(() => world.context.database.pool.query('delete from rate_limits'))
afterAll(() => world.stop())

const visitor = (path: string, body: object) => send(world, 'POST', path, { body })

/** A job of a customer of its own, whose work is done; and the token of the mail about it. */
async function readyJob(): Promise<{ id: string; customer: Person; token: string }> {
  const customer = await signUp(world)
  world.customer = customer
  hour = hour === 14 ? 9 : hour + 1
  const id = await world.book({
    shopId,
    date: `${world.day(0)} ${String(hour).padStart(2, '0')}:00`,
    email: customer.email,
    phone: '(626) 555-4417',
  })
  await world.context.database.pool.query(
    `update appointments set starts_at = $2, ends_at = $3 where id = $1`,
    [id, new Date(world.context.clock.now() - 1000), new Date(world.context.clock.now() + 1000)],
  )
  await workUntil(technician, id, 'finish')
  await world.advance(11)
  await world.runJobs()
  return { id, customer, token: await mailedToken(world, customer.email, '/sign-off') }
}

test('a customer signs on a device of the shop, once, and the signature stands in the order and the history', async () => {
  const { id } = await readyJob()
  const signed = await technician.post(`/api/work/${id}/sign-off`, sampleSignature)
  expect(signed.status, signed.body.error).toBe(200)
  expect(signed.body.workOrder.signOff).toMatchObject({
    signerName: 'Casey Rivera',
    wording: sampleSignature.wording,
    strokes: sampleSignature.strokes,
    signedVia: 'shop',
  })
  expect(
    refusalOf(await desk.post(`/api/work/${id}/sign-off`, { ...sampleSignature, name: 'Other' })),
  ).toEqual([409, 'already_signed'])
  const { timeline } = (await desk.get(`/api/admin/appointments/${id}`)).body
  expect(
    timeline.find(({ title }: { title: string }) => title === 'Work signed by the customer').detail,
  ).toBe('By Casey Rivera, on a device of the shop.')
})

test('a customer signs by the mailed link with the end of the phone number, without a sign-in', async () => {
  const { id, token } = await readyJob()
  const note = { id: '0198f2a4-1c1e-7c3a-9f10-6f1d2f0a7b56', kind: 'customer', body: 'Update the map once.' }
  await desk.post(`/api/work/${id}/notes`, note)
  await desk.post(`/api/work/${id}/notes`, {
    id: randomUUID(),
    kind: 'shop',
    body: 'The AUX socket is broken.',
  })
  const found = await visitor('/api/sign-off/find', { token })
  expect(found.status).toBe(200)
  expect(found.body).toMatchObject({
    canSign: true,
    signedAt: null,
    notes: [{ body: 'Update the map once.' }],
  })
  const text = JSON.stringify(found.body)
  for (const secret of ['555', '@', 'Cents', 'AUX']) expect(text).not.toContain(secret)
  // Another person has the link.
  const other = await visitor('/api/sign-off', { ...sampleSignature, token, phoneEnd: '0000' })
  expect([...refusalOf(other), other.headers.get('x-refusal-field')]).toEqual([
    422,
    'phone_not_matching',
    'phoneEnd',
  ])
  expect((await visitor('/api/sign-off/find', { token })).body.signedAt).toBeNull()
  const signed = await visitor('/api/sign-off', { ...sampleSignature, strokes: [], token, phoneEnd: '4417' })
  expect(signed.status, signed.body.error).toBe(200)
  expect(signed.body).toMatchObject({ canSign: false, signedAt: expect.any(String) })
  // The link was passed on perhaps: it shows no signature.
  expect(JSON.stringify(signed.body)).not.toContain('Rivera')
  const { signOff } = (await desk.get(`/api/work/${id}`)).body.workOrder
  expect(signOff).toMatchObject({ signerName: 'Casey Rivera', signedVia: 'link', strokes: [] })
})

test('the digits of a phone cannot be guessed for long', async () => {
  const { id, token } = await readyJob()
  const guess = (phoneEnd: string, network: number) =>
    send(world, 'POST', '/api/sign-off', {
      body: { ...sampleSignature, token, phoneEnd },
      headers: { 'x-forwarded-for': `198.51.100.${network}` },
    })
  const statuses: number[] = []
  for (let count = 0; count < 7; count += 1) statuses.push((await guess(String(1000 + count), 1)).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
  // The customer, in another network, is not locked out by that.
  const old = { ...sampleSignature, wording: 'An older sentence.', token, phoneEnd: '4417' }
  expect(refusalOf(await visitor('/api/sign-off', old))).toEqual([409, 'wording_changed'])
  // Of many networks together.
  const others: number[] = []
  for (let count = 0; count < 17; count += 1)
    others.push((await guess(String(2000 + count), 10 + count)).status)
  expect(others).toEqual([...Array.from({ length: 15 }, () => 422), 429, 429])
  await world.context.database.pool.query('delete from rate_limits where key = $1', [`sign-off:${id}`])
  expect((await guess('4417', 2)).status).toBe(200)
})

test('right digits are refused no try, however many come at once', async () => {
  const { token } = await readyJob()
  const press = () => visitor('/api/sign-off', { ...sampleSignature, token, phoneEnd: '4417' })
  const answers = await Promise.all(Array.from({ length: 12 }, press))
  // The first one signs.
  const expected = [200, ...Array.from({ length: 11 }, () => 409)]
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual(expected)
})

test('a burst of guesses finds out no more than one guess after another', async () => {
  const { id, token } = await readyJob()
  const guess = (phoneEnd: string, network: number) =>
    send(world, 'POST', '/api/sign-off', {
      body: { ...sampleSignature, token, phoneEnd },
      headers: { 'x-forwarded-for': `198.51.100.${network}` },
    })
  const wrong = (count: number, networkOf: (index: number) => number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => guess(String(1000 + index), networkOf(index))),
    ).then((answers) => answers.filter(({ status }) => status === 422).length)
  expect(await wrong(30, () => 1)).toBe(5)
  // The right digits come too late in a network that has guessed enough.
  expect((await guess('4417', 1)).status).toBe(429)
  expect(await wrong(60, (index) => 10 + index)).toBe(15)
  expect((await guess('4417', 200)).status).toBe(429)
  expect((await desk.get(`/api/work/${id}`)).body.workOrder.signOff).toBeNull()
})

test('the right digits count for no limit', async () => {
  const { token } = await readyJob()
  for (let count = 0; count < 8; count += 1) {
    const answer = await visitor('/api/sign-off', {
      ...sampleSignature,
      wording: 'An older sentence.',
      token,
      phoneEnd: '4417',
    })
    expect(refusalOf(answer)).toEqual([409, 'wording_changed'])
  }
})

test('work that goes on voids the signature, and the customer signs again', async () => {
  const { id } = await readyJob()
  const sign = (name: string) => desk.post(`/api/work/${id}/sign-off`, { ...sampleSignature, name })
  const signerOf = async () => (await desk.get(`/api/work/${id}`)).body.workOrder.signOff?.signerName ?? null
  await sign('Casey Rivera')
  await pressWork(desk, id, { event: 'hand_over', from: 'ready' })
  // A handover that is taken back changes no work.
  await pressWork(desk, id, { event: 'go_back', from: 'handed_over' })
  expect(await signerOf()).toBe('Casey Rivera')
  const [tick] = (await desk.get(`/api/work/${id}`)).body.workOrder.checklist as { item: string }[]
  const mark = { id: randomUUID(), item: tick?.item, isDone: true }
  expect(refusalOf(await desk.post(`/api/work/${id}/checklist`, mark))).toEqual([409, 'already_signed'])
  const reading = { id: randomUUID(), mileage: 5 }
  expect(refusalOf(await desk.post(`/api/work/${id}/mileage`, reading))).toEqual([409, 'already_signed'])

  await pressWork(desk, id, { event: 'go_back', from: 'ready' })
  expect(await signerOf()).toBeNull()
  expect((await desk.post(`/api/work/${id}/checklist`, mark)).status).toBe(200)
  await pressWork(desk, id, { event: 'finish', from: 'in_bay' })
  expect((await sign('Casey R.')).status).toBe(200)
  expect(await signerOf()).toBe('Casey R.')
  const { timeline } = (await desk.get(`/api/admin/appointments/${id}`)).body as {
    timeline: { title: string; detail: string | null }[]
  }
  const titles = timeline.map(({ title }) => title).filter((title) => title.toLowerCase().includes('sign'))
  expect(titles.toSorted()).toEqual([
    'The signature no longer counts',
    'Work signed by the customer',
    'Work signed by the customer',
  ])
})

test('a link is of one job and one page, and ends with a cancellation, a corrected address, and in time', async () => {
  const { id, token } = await readyJob()
  const other = await readyJob()
  for (const forged of [
    '',
    'nonsense',
    token.slice(0, -4),
    // The job of one link with the signature of the other.
    Buffer.concat([
      Buffer.from(token, 'base64url').subarray(0, 16),
      Buffer.from(other.token, 'base64url').subarray(16),
    ]).toString('base64url'),
  ]) {
    const answer = await visitor('/api/sign-off/find', { token: forged })
    expect([forged, answer.status]).toEqual([forged, forged === '' ? 400 : 404])
  }
  // The link of a reminder signs nothing, and this one moves nothing.
  expect(refusalOf(await visitor('/api/appointment-link/find', { token }))).toEqual([404, 'link_not_valid'])

  await world.administrator.patch(`/api/admin/appointments/${other.id}/contact`, {
    email: 'new@example.test',
  })
  expect(refusalOf(await visitor('/api/sign-off/find', { token: other.token }))).toEqual([
    404,
    'link_not_valid',
  ])

  await desk.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
  const sign = { ...sampleSignature, token, phoneEnd: '4417' }
  expect(refusalOf(await visitor('/api/sign-off', sign))).toEqual([404, 'link_not_valid'])

  const late = await readyJob()
  await world.context.database.pool.query(
    `update appointments set starts_at = starts_at - interval '31 days', ends_at = ends_at - interval '31 days' where id = $1`,
    [late.id],
  )
  expect(refusalOf(await visitor('/api/sign-off/find', { token: late.token }))).toEqual([
    404,
    'link_not_valid',
  ])
})

test('nothing is signed before the work is done, nor under another sentence, nor with a picture that is none', async () => {
  const { id } = await readyJob()
  const path = `/api/work/${id}/sign-off`
  expect(refusalOf(await desk.post(path, { ...sampleSignature, wording: 'I owe you $500.' }))).toEqual([
    409,
    'wording_changed',
  ])
  for (const strokes of [
    [[]],
    [[[1, 2, 3]]],
    [[[-1, 0]]],
    [[[1001, 0]]],
    [[[0.5, 1]]],
    'M0 0',
    Array.from({ length: 61 }, () => [[1, 1]]),
    [Array.from({ length: mostSignaturePoints + 1 }, () => [1, 1])],
    Array.from({ length: 60 }, () => Array.from({ length: 70 }, () => [1000, 400])),
  ])
    expect([
      JSON.stringify(strokes).slice(0, 20),
      (await desk.post(path, { ...sampleSignature, strokes })).status,
    ]).toEqual([JSON.stringify(strokes).slice(0, 20), 400])
  expect((await desk.post(path, { ...sampleSignature, name: ' ' })).status).toBe(400)
  await pressWork(desk, id, { event: 'go_back', from: 'ready' })
  expect(refusalOf(await desk.post(path, sampleSignature))).toEqual([409, 'work_not_possible'])
})
