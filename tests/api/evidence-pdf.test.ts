import { monitorEventLoopDelay } from 'node:perf_hooks'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notesOfJob, photosOfJob } from '../../contract/limits.ts'
import { leave } from '../support/leaving.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { addLine, agreeAtShop, payAtShop, refundPart } from '../support/day-prices.ts'
import { picturesOf, textOfPdf } from '../support/pdf-text.ts'
import { openShop, signUp, type Person } from '../support/people.ts'
import { phonePhoto } from '../support/sample-photos.ts'
import { addMember } from '../support/shop-people.ts'
import { pressWork, sampleSignature, sendWorkPhoto, startNow, workUntil } from '../support/work-orders.ts'

/** The card provider takes files of at most 5 MB. */
const mostBytes = 5_000_000

let world: MoneyWorld
let technician: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
  const opened = await openShop(world, world.administrator)
  shopId = opened.shopId
  technician = await addMember(world, opened.shop, shopId, 'technician', 'Tess Technician')
})
beforeEach(async () => {
  await world.context.database.pool.query('delete from rate_limits')
  world.customer = await signUp(world)
})
afterAll(() => world.stop())

async function bookNow(changes: Record<string, unknown> = {}): Promise<string> {
  const order = { shopId, email: world.customer.email, date: `${world.day(0)} 09:00`, ...changes }
  const id = await world.book(order)
  await startNow(world, id)
  return id
}

async function download(id: string): Promise<{ pdf: Buffer; headers: Headers }> {
  const response = await fetch(`${world.url}/api/admin/appointments/${id}/evidence.pdf`, {
    headers: { cookie: world.administrator.cookie },
  })
  expect(response.status).toBe(200)
  return { pdf: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}

const plain = (pdf: Buffer) => textOfPdf(pdf).join('')
/** As `plain` gives it. */
const packed = (text: string) => text.replaceAll(/\s+/g, '')

test('the file has the order, the consent, the work with its signatures and photos, and the mails', async () => {
  const id = await bookNow()
  for (const kind of ['damage', 'before', 'after'])
    expect((await sendWorkPhoto(world, technician, id, { bytes: await phonePhoto(), kind })).status).toBe(201)
  const add = (part: string, body: object) =>
    technician.post(`/api/work/${id}/${part}`, { id: randomUUID(), ...body })
  await add('mileage', { mileage: 48_250 })
  await add('notes', { kind: 'customer', body: 'We replaced a loose clip' })
  await add('notes', { kind: 'shop', body: 'Grumpy, offer coffee' })
  await workUntil(technician, id, 'finish')
  expect((await technician.post(`/api/work/${id}/sign-off`, sampleSignature)).status).toBe(200)
  // The work goes on, so the first signature no longer counts.
  await pressWork(technician, id, { event: 'go_back', from: 'ready' })
  await pressWork(technician, id, { event: 'finish', from: 'in_bay' })
  await technician.post(`/api/work/${id}/sign-off`, {
    ...sampleSignature,
    name: 'Casey R. Rivera',
    strokes: [],
  })
  const { administrator } = world
  await addLine(administrator, id, { description: 'Longer bracket', amountCents: 10_000 })
  expect((await agreeAtShop(administrator, id)).status).toBe(200)
  await addLine(administrator, id, { kind: 'discount', description: 'Waited an hour', amountCents: 1_000 })
  expect((await payAtShop(administrator, id, 4_000)).status).toBe(200)
  await world.capture(id)
  const refund = { amountCents: 2000, reason: 'A scratch in the trim' }
  expect((await refundPart(administrator, id, refund)).status).toBe(200)
  await world.runJobs()
  const { pdf, headers } = await download(id)
  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    'application/pdf',
    `attachment; filename="evidence-${id}.pdf"`,
  ])
  const text = plain(pdf)
  for (const part of [
    'Casey Rivera',
    'By tapping Secure Appointment, you authorize',
    'Agreement to the total of the day',
    'Longer bracket, $100',
    'Total agreed to $599',
    // The order, as it was paid in the end.
    'Total $589',
    'Charged to the card $549',
    'Paid at the shop $40',
    'refund of $20. Reason: A scratch in the trim',
    'Work done, the car is ready',
    'Moved back to “In the bay”',
    'Tess Technician',
    '48,250 miles',
    'For the customer: We replaced a loose clip',
    sampleSignature.wording,
    'on a device of the shop',
    'No longer counts since',
    'Casey R. Rivera',
    'Damage on arrival',
    'Payment captured',
    'Your installation is confirmed',
  ])
    expect(text.toLowerCase()).toContain(packed(part).toLowerCase())
  expect(text).not.toContain(packed('Grumpy'))
  expect(text).not.toMatch(/https?:\S+#/)
  expect(picturesOf(pdf)).toBe(3)
  const again = (await world.administrator.get(`/api/admin/appointments/${id}`)).body
  expect(again.timeline.map(({ title }: { title: string }) => title)).toContain('Evidence file downloaded')
  const asText = await world.administrator.get(`/api/admin/appointments/${id}/evidence.txt`)
  for (const part of ['Mileage: 48,250 miles', 'Signed by Casey Rivera', 'Photo: Damage on arrival'])
    expect(String(asText.body)).toContain(part)
})

test('a tip has no words of its own', async () => {
  const { administrator } = world
  const pricing = { taxRate: null, takesTips: true, shares: [] }
  expect((await administrator.post(`/api/admin/shops/${shopId}/pricing`, pricing)).status).toBe(200)
  const id = await bookNow()
  expect((await agreeAtShop(administrator, id, { tipCents: 700 })).status).toBe(200)
  const text = plain((await download(id)).pdf)
  expect(text).toContain('Tip$7')
  expect(text).not.toContain('TipTip')
})

test('an appointment without any work says so', async () => {
  const text = plain((await download(await bookNow())).pdf)
  expect(text).toContain(packed('Signature of the customer after the work None.'))
  expect(text).toContain(packed('State now Booked'))
  expect(text).not.toContain(packed('Photos of the work'))
})

test('a photo whose file is missing, deleted or broken is a sentence', async () => {
  const id = await bookNow()
  for (let count = 0; count < 4; count += 1)
    await sendWorkPhoto(world, technician, id, { bytes: await phonePhoto(400, 300) })
  const { rows } = await world.context.database.pool.query<{ id: string; storage_key: string }>(
    'select id, storage_key from work_photos where appointment_id = $1 order by uploaded_at, id',
    [id],
  )
  const [lost, deleted, broken] = rows
  await world.context.storage.delete(lost?.storage_key ?? '')
  await world.context.database.pool.query('update work_photos set deleted_at = now() where id = $1', [
    deleted?.id,
  ])
  await world.context.storage.put(broken?.storage_key ?? '', Buffer.from('no picture'), 'image/jpeg')
  const { pdf } = await download(id)
  expect(picturesOf(pdf)).toBe(1)
  const text = plain(pdf)
  expect(text).toContain(packed('The file of this photo is missing.'))
  expect(text).toContain(packed('The file of this photo was deleted'))
  expect(text).toContain(packed('The file of this photo can’t be shown here.'))
})

test('after the deletion of the account the file has no name and no signature of the customer', async () => {
  const id = await bookNow({ name: 'Forgotten Fern' })
  await workUntil(technician, id, 'finish')
  await technician.post(`/api/work/${id}/sign-off`, { ...sampleSignature, name: 'Forgotten Fern' })
  await world.capture(id)
  await pressWork(technician, id, { event: 'hand_over', from: 'ready' })
  await leave(world.customer)
  const text = plain((await download(id)).pdf)
  expect(text).not.toContain(packed('Fern'))
  expect(text).toContain(packed('Work done, the car is ready'))
})

test('hostile texts, other scripts and long words are printed as text', async () => {
  const id = await bookNow({ name: '<b>Bo</b> =1+1 \u0639\u0631\u0628 😀' })
  await technician.post(`/api/work/${id}/notes`, {
    id: randomUUID(),
    kind: 'customer',
    body: `{"image":"/etc/passwd"} ${'w'.repeat(300)} Привет`,
  })
  const text = plain((await download(id)).pdf)
  expect(text).toContain(packed('<b>Bo</b> =1+1'))
  expect(text).toContain(packed('{"image":"/etc/passwd"}'))
  expect(text).toContain(packed('Привет'))
})

test('thirty large photos and a hundred notes stay below 5 MB, and hold no other request up', async () => {
  const id = await bookNow()
  // Noise compresses worst.
  const noise = await sharp({
    create: {
      width: 2048,
      height: 1536,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer()
  const { pool } = world.context.database
  for (let count = 0; count < photosOfJob; count += 1) {
    const key = `photos/${randomUUID()}.jpg`
    await world.context.storage.put(key, noise, 'image/jpeg')
    await pool.query(
      `insert into work_photos (shop_id, id, appointment_id, kind, storage_key, bytes, width, height, uploaded_at)
       values ($1, $2, $3, 'before', $4, $5, 2048, 1536, now())`,
      [shopId, randomUUID(), id, key, noise.length],
    )
  }
  await pool.query(
    `insert into work_notes (shop_id, id, appointment_id, kind, body, written_at)
     select $1, gen_random_uuid(), $2, 'customer', $3, now() from generate_series(1, $4::integer)`,
    [shopId, id, 'A note of many words. '.repeat(20), notesOfJob],
  )
  // Starts the worker.
  await download(await bookNow())
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const began = performance.now()
  const { pdf } = await download(id)
  const tookMs = performance.now() - began
  delays.disable()
  expect(picturesOf(pdf)).toBe(photosOfJob)
  expect(pdf.length).toBeLessThan(mostBytes)
  // Decoding and rendering take seconds, on other threads.
  expect(delays.max / 1e6).toBeLessThan(tookMs / 4)
}, 60_000)
