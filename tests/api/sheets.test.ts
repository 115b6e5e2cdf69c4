import { monitorEventLoopDelay } from 'node:perf_hooks'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notesOfJob } from '../../contract/limits.ts'
import { leave } from '../support/leaving.ts'
import { mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, signUp, type Person } from '../support/people.ts'
import { addMember } from '../support/shop-people.ts'
import { bookAtDesk } from '../support/desk-orders.ts'
import { payAtShop } from '../support/day-prices.ts'
import { sampleSignature, startNow, workUntil } from '../support/work-orders.ts'

let world: MoneyWorld
let desk: Person
let technician: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
  const opened = await openShop(world, world.administrator)
  shopId = opened.shopId
  desk = await addMember(world, opened.shop, shopId, 'desk', 'Dana Desk')
  technician = await addMember(world, opened.shop, shopId, 'technician', 'Tess Technician')
})
beforeEach(async () => {
  await world.context.database.pool.query('delete from rate_limits')
  world.customer = await signUp(world)
})
afterAll(() => world.stop())

/** A job whose time is now. */
async function jobOfNow(changes: Record<string, unknown> = {}): Promise<string> {
  const order = { shopId, email: world.customer.email, date: `${world.day(0)} 09:00`, ...changes }
  const id = await world.book(order)
  await startNow(world, id)
  return id
}

async function paidJob(): Promise<string> {
  const id = await jobOfNow()
  await workUntil(desk, id, 'hand_over')
  expect((await world.capture(id, desk)).status).toBe(200)
  return id
}

async function numbersOf(shop: number): Promise<[number, string][]> {
  const { rows } = await world.context.database.pool.query<{ number: number; appointment_id: string }>(
    'select number, appointment_id from receipts where shop_id = $1 order by number',
    [shop],
  )
  return rows.map(({ number, appointment_id: id }) => [number, id])
}

async function download(
  person: Person,
  path: string,
): Promise<{ status: number; headers: Headers; pdf: Buffer }> {
  const response = await fetch(`${world.url}${path}`, { headers: { cookie: person.cookie } })
  return {
    status: response.status,
    headers: response.headers,
    pdf: Buffer.from(await response.arrayBuffer()),
  }
}

/** The pages of a PDF, and their sizes in points. */
function pagesOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  const inside = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, part = '']) => {
    try {
      return inflateSync(Buffer.from(part, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return [text, ...inside].flatMap((part) =>
    [...part.matchAll(/\/Type \/Page\b(?!s)[\s\S]*?\/MediaBox \[([\d. ]+)\]/g)].map(([, box = '']) => box),
  )
}

test('receipts are numbered by each shop without gaps, however many payments are captured at once', async () => {
  const other = await openShop(world, world.administrator)
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) ids.push(await jobOfNow())
  // One payment fails: it takes no number.
  const failing = ids.pop() ?? ''
  await world.cancel(failing)
  const answers = await Promise.all([
    ...ids.map((id) => world.capture(id, desk)),
    // Pressed twice.
    ...ids.map((id) => world.capture(id)),
    world.capture(failing, desk),
  ])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(ids.length)
  const numbers = await numbersOf(shopId)
  expect(numbers.map(([number]) => number)).toEqual(numbers.map((_, index) => index + 1))
  expect(numbers.map(([, id]) => id).toSorted()).toEqual(ids.toSorted())
  // Each shop counts for itself.
  const elsewhere = await world.book({ shopId: other.shopId, date: `${world.day(-1)} 09:00` })
  await world.onceBegun(elsewhere, () => world.capture(elsewhere))
  expect(await numbersOf(other.shopId)).toEqual([[1, elsewhere]])
})

test('a refund keeps the number, and stands on the receipt', async () => {
  const id = await paidJob()
  const before = (await desk.get(`/api/admin/appointments/${id}/receipt`)).body
  await world.cancel(id)
  const after = (await desk.get(`/api/admin/appointments/${id}/receipt`)).body
  expect(after.subtitle).toBe(before.subtitle)
  expect(
    after.amounts.map(({ label, amount }: { label: string; amount: string }) => [label, amount]),
  ).toEqual([
    [expect.stringMatching(/ installation, parts and labor$/), '$499'],
    ['Total paid', '$499'],
    ['Refunded', '−$499'],
    ['You paid after refunds', '$0'],
  ])
})

test('there is no receipt before the payment', async () => {
  const id = await jobOfNow()
  for (const path of [`/api/admin/appointments/${id}/receipt`, `/api/admin/appointments/${id}/receipt.pdf`])
    expect(refusalOf(await desk.get(path))).toEqual([409, 'not_paid'])
  expect(refusalOf(await world.customer.get(`/api/appointments/${id}/receipt.pdf`))).toEqual([
    409,
    'not_paid',
  ])
  expect(refusalOf(await desk.post(`/api/admin/appointments/${id}/sheet-mail`, { kind: 'receipt' }))).toEqual(
    [409, 'not_paid'],
  )
})

test('a work order is one page in Letter and A4, also with many long notes', async () => {
  const id = await jobOfNow({ note: 'There is an aftermarket amplifier under the seat.' })
  await workUntil(technician, id, 'finish')
  for (let count = 0; count < 6; count += 1)
    await desk.post(`/api/work/${id}/notes`, {
      id: crypto.randomUUID(),
      kind: 'shop',
      body: 'The trim of the passenger side was already scratched. '.repeat(6),
    })
  await technician.post(`/api/work/${id}/sign-off`, sampleSignature)
  const letter = await download(desk, `/api/work/${id}/sheet.pdf`)
  expect(letter.headers.get('content-type')).toBe('application/pdf')
  expect(letter.headers.get('content-disposition')).toMatch(/^inline; filename="work-order-[\w-]+\.pdf"$/)
  expect(letter.headers.get('cache-control')).toBe('private, no-store')
  expect(pagesOf(letter.pdf)).toEqual(['0 0 612 792'])
  const a4 = await download(desk, `/api/work/${id}/sheet.pdf?pageSize=a4`)
  expect(pagesOf(a4.pdf)).toEqual([expect.stringMatching(/^0 0 595\.28 841\.89$/)])
})

async function addNotes(id: string, count: number): Promise<void> {
  await world.context.database.pool.query(
    `insert into work_notes (shop_id, id, appointment_id, kind, body, written_at)
      select $1, gen_random_uuid(), $2, 'shop', rpad('', 500, 'The trim was scratched. '), now()
      from generate_series(1, $3::int)`,
    [shopId, id, count],
  )
}

test('the longest work orders are rendered while the event loop stays free', async () => {
  const id = await jobOfNow()
  await addNotes(id, notesOfJob)
  const path = `/api/work/${id}/sheet.pdf`
  // Starts the worker.
  await download(desk, path)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 10 }, () => download(desk, path)))
  const renderMs = (performance.now() - began) / answers.length
  delay.disable()
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.map(({ pdf }) => pagesOf(pdf).length)).toEqual(answers.map(() => 11))
  expect(delay.max / 1e6).toBeLessThan(renderMs)
})

test('a person gets a limited number of PDFs, and another person still gets theirs', async () => {
  const id = await paidJob()
  await world.context.database.pool.query(
    `insert into rate_limits (id, key, count, last_request)
      select gen_random_uuid()::text, 'sheet-pdf:' || id, 60, $2 from users where email = any($1)`,
    [[desk.email, world.customer.email], Date.now()],
  )
  for (const [person, path] of [
    [desk, `/api/work/${id}/sheet.pdf`],
    [desk, `/api/admin/appointments/${id}/receipt.pdf`],
    [world.customer, `/api/appointments/${id}/receipt.pdf`],
  ] as const)
    expect(refusalOf(await person.get(path))).toEqual([429, 'too_many_requests'])
  expect((await download(technician, `/api/work/${id}/sheet.pdf`)).status).toBe(200)
})

test.each([
  ['a word of 100 letters', 'W'.repeat(100)],
  ['other scripts', '李小龍 محمد שלום हिन्दी'],
  ['emoji', '🙂 👨‍👩‍👧'],
])('a sheet with %s in name, note and signature becomes a PDF of one page', async (_, text) => {
  const id = await jobOfNow()
  await world.context.database.pool.query('update appointments set customer_name = $2 where id = $1', [
    id,
    text,
  ])
  await workUntil(technician, id, 'finish')
  const note = { id: crypto.randomUUID(), kind: 'shop', body: text }
  const signature = { ...sampleSignature, name: text, strokes: [] }
  expect((await desk.post(`/api/work/${id}/notes`, note)).status).toBe(200)
  expect((await technician.post(`/api/work/${id}/sign-off`, signature)).status).toBe(200)
  for (const size of ['letter', 'a4']) {
    const { status, pdf } = await download(desk, `/api/work/${id}/sheet.pdf?pageSize=${size}`)
    expect([status, pagesOf(pdf).length]).toEqual([200, 1])
  }
})

test('an unknown mileage and technician are lines to write on, and a known one is text', async () => {
  const id = await jobOfNow()
  const factsOf = async () => {
    const { facts } = (await desk.get(`/api/work/${id}/sheet`)).body
    return Object.fromEntries(
      facts.map(({ label, lines }: { label: string; lines: string[] }) => [label, lines]),
    )
  }
  expect(await factsOf()).toMatchObject({ Mileage: [], Technician: [] })
  await workUntil(technician, id, 'start')
  await technician.post(`/api/work/${id}/mileage`, { id: crypto.randomUUID(), mileage: 48_250 })
  expect(await factsOf()).toMatchObject({ Mileage: ['48,250 mi'], Technician: ['Tess Technician'] })
})

test('the sheet of a work order names the phone of the customer to the desk, and not to a technician', async () => {
  const id = await jobOfNow({ phone: '(626) 555-9988' })
  const sheetFor = async (person: Person) => JSON.stringify((await person.get(`/api/work/${id}/sheet`)).body)
  expect(await sheetFor(desk)).toContain('555-9988')
  expect(await sheetFor(technician)).not.toContain('9988')
})

test('a note that was written after the signature says so on the work order', async () => {
  const id = await jobOfNow()
  await workUntil(desk, id, 'finish')
  const note = (body: string) =>
    desk.post(`/api/work/${id}/notes`, { id: crypto.randomUUID(), kind: 'customer', body })
  await note('Before.')
  await world.advance(60)
  await desk.post(`/api/work/${id}/sign-off`, sampleSignature)
  await world.advance(60)
  await note('After.')
  const { lists } = (await desk.get(`/api/work/${id}/sheet`)).body
  const { items } = lists.find(({ heading }: { heading: string }) => heading === 'For the customer')
  expect(items.map(({ text }: { text: string }) => text)).toEqual([
    'Before.',
    expect.stringMatching(/^After\. \(added after the signature, \w+ \d+, \d{4}.*\)$/),
  ])
})

test('the mail of the payment brings the receipt, and the desk mails a work order', async () => {
  const id = await paidJob()
  const order = await desk.post(`/api/admin/appointments/${id}/sheet-mail`, { kind: 'work_order' })
  expect(order.status, order.body.error).toBe(200)
  await world.runJobs()
  const sheets = (await mailsTo(world, world.customer.email)).flatMap(({ subject, attachments }) =>
    (attachments as { filename: string; contentType: string; content: string }[])
      .filter(({ contentType }) => contentType === 'application/pdf')
      .map(({ filename, content }) => ({
        subject,
        filename,
        pages: pagesOf(Buffer.from(content, 'base64')),
      })),
  )
  expect(sheets.map(({ filename }) => filename).toSorted()).toEqual([
    expect.stringMatching(/^receipt-[\w-]+\.pdf$/),
    expect.stringMatching(/^work-order-[\w-]+\.pdf$/),
  ])
  for (const { pages } of sheets) expect(pages).toHaveLength(1)
})

test('no paper is mailed to an address that nobody has proven, and not many about one job', async () => {
  const mailOf = (id: string) => desk.post(`/api/admin/appointments/${id}/sheet-mail`, { kind: 'work_order' })
  const typed = { name: 'Dolores Haze', phone: '(626) 555-0177', email: 'typed@example.test' }
  const guest = (await bookAtDesk(desk, { shopId, date: `${world.day(2)} 09:00` }, { contact: typed })).body
    .id
  await world.context.database.pool.query('update customer_addresses set proven_at = null where email = $1', [
    typed.email,
  ])
  expect(refusalOf(await mailOf(guest))).toEqual([409, 'address_not_confirmed'])
  const id = await jobOfNow()
  const isConfirmed = async (of: string) =>
    (await desk.get(`/api/admin/appointments/${of}`)).body.isMailConfirmed
  // The page says so before the press.
  expect([await isConfirmed(guest), await isConfirmed(id)]).toEqual([false, true])
  const statuses: number[] = []
  for (let count = 0; count < 8; count += 1) statuses.push((await mailOf(id)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
})

test('many mails of one work order at once are counted without waiting for a second connection', async () => {
  const id = await jobOfNow()
  const answers = await Promise.all(
    Array.from({ length: 25 }, () =>
      desk.post(`/api/admin/appointments/${id}/sheet-mail`, { kind: 'work_order' }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
  expect(statuses.filter((status) => status === 429)).toHaveLength(19)
})

test('a customer gets the receipt and the work of an own appointment, and nobody else does', async () => {
  const id = await paidJob()
  await desk.post(`/api/work/${id}/notes`, {
    id: crypto.randomUUID(),
    kind: 'shop',
    body: 'Difficult person.',
  })
  await desk.post(`/api/work/${id}/notes`, {
    id: crypto.randomUUID(),
    kind: 'customer',
    body: 'Update the map once.',
  })
  const { pdf } = await download(world.customer, `/api/appointments/${id}/receipt.pdf`)
  expect(pagesOf(pdf)).toEqual(['0 0 612 792'])
  const work = await world.customer.get(`/api/appointments/${id}/work`)
  expect(work.body).toMatchObject({ state: 'handed_over', notes: [{ body: 'Update the map once.' }] })
  expect(JSON.stringify(work.body)).not.toContain('Difficult')
  const stranger = await signUp(world)
  for (const path of [`/api/appointments/${id}/receipt.pdf`, `/api/appointments/${id}/work`])
    expect(refusalOf(await stranger.get(path))).toEqual([404, 'not_found'])
  const elsewhere = await openShop(world, world.administrator)
  for (const path of [
    `/api/admin/appointments/${id}/receipt`,
    `/api/admin/appointments/${id}/receipt.pdf`,
    `/api/work/${id}/sheet`,
    `/api/work/${id}/sheet.pdf`,
  ])
    expect([path, ...refusalOf(await elsewhere.shop.get(path))]).toEqual([path, 404, 'not_found'])
})

test('a payment at the shop has a receipt too', async () => {
  const { id } = (await bookAtDesk(desk, { shopId, date: `${world.day(0)} 08:15` })).body
  await startNow(world, id)
  const paid = await payAtShop(desk, id)
  expect([paid.status, paid.body.error]).toEqual([200, undefined])
  const { facts, amounts } = (await desk.get(`/api/admin/appointments/${id}/receipt`)).body
  expect(facts).toContainEqual({ label: 'Paid with', lines: ['Cash'] })
  expect(amounts.at(-1)).toEqual({ label: 'Total paid', amount: '$499', isTotal: true })
})

test('a payment at the shop keeps its appointment and receipt when the customer’s account is deleted', async () => {
  const contact = { name: 'Dolores Haze', phone: '(626) 555-0177', email: world.customer.email }
  const { id } = (await bookAtDesk(desk, { shopId, date: `${world.day(3)} 09:00` }, { contact })).body
  await startNow(world, id)
  await world.context.database.pool.query(
    'update appointments set customer_id = (select id from users where email = $2) where id = $1',
    [id, world.customer.email],
  )
  await payAtShop(desk, id)
  const before = (await desk.get(`/api/admin/appointments/${id}/receipt`)).body
  await world.advance(5)
  expect((await leave(world.customer)).status).toBe(200)
  const after = (await desk.get(`/api/admin/appointments/${id}/receipt`)).body
  expect(after.subtitle).toBe(before.subtitle)
  expect(after.amounts).toEqual(before.amounts)
  expect(JSON.stringify(after)).not.toContain('Dolores')
})
