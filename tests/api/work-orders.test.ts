import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { longestWorkNote, mostMileage } from '../../contract/limits.ts'
import { latePressMs, workEvents, workStates, nextWorkState } from '../../contract/workshop/work-states.ts'
import { notesOfJob } from '../../contract/limits.ts'
import { bookAtDesk } from '../support/desk-orders.ts'
import { mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, type Person } from '../support/people.ts'
import { listFiles } from '../support/photo-uploads.ts'
import { badFiles, phonePhoto } from '../support/sample-photos.ts'
import { addMember } from '../support/shop-people.ts'
import { pressWork, sendWorkPhoto, startNow, workUntil } from '../support/work-orders.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let technician: Person
let colleague: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
  const opened = await openShop(world, world.administrator)
  shopId = opened.shopId
  owner = opened.shop
  desk = await addMember(world, opened.shop, shopId, 'desk', 'Dana Desk')
  technician = await addMember(world, opened.shop, shopId, 'technician', 'Tess Technician')
  colleague = await addMember(world, opened.shop, shopId, 'technician', 'Cal Colleague')
})
beforeEach(() => world.context.database.pool.query('delete from rate_limits'))
afterAll(() => world.stop())

/** A job whose time is now. */
async function jobOfNow(): Promise<string> {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00`, phone: '6265559988' })
  await startNow(world, id)
  return id
}

const stateOf = async (id: string): Promise<string> =>
  (await desk.get(`/api/work/${id}`)).body.workOrder.state
const eventsOf = async (id: string): Promise<string[]> => {
  const { rows } = await world.context.database.pool.query<{ event: string }>(
    'select event from work_events where appointment_id = $1 order by position',
    [id],
  )
  return rows.map(({ event }) => event)
}
const mailsAbout = async (id: string, kind: string): Promise<{ withheld: string | null }[]> => {
  const { rows } = await world.context.database.pool.query<{ withheld: string | null }>(
    `select withheld from outbox where kind = $2 and payload ->> 'appointmentId' = $1`,
    [id, kind],
  )
  return rows
}

test('a technician brings a job from arrival to handover, and each step has a time and a person', async () => {
  const id = await jobOfNow()
  await workUntil(technician, id, 'hand_over')
  const { body } = await desk.get(`/api/admin/appointments/${id}`)
  expect(body.workState).toBe('handed_over')
  const entries = (body.timeline as { title: string; by: { name: string } | null }[]).filter(({ by }) =>
    by?.name.includes('Tess'),
  )
  expect(entries.map(({ title }) => title)).toEqual([
    'Car arrived',
    'Work started',
    'Work done, the car is ready',
    'Email that the car is ready',
    'Car handed over',
  ])
  // The job was unassigned when the work started.
  expect(body.technician.name).toBe('Tess Technician')
})

test('an event that its state does not allow is refused, and nothing changes', async () => {
  const id = await jobOfNow()
  const path = workStates.filter((state) => state !== 'no_show')
  const missed = await jobOfNow()
  await pressWork(technician, missed, { event: 'mark_no_show', from: 'booked' })
  for (const event of workEvents.filter((each) => nextWorkState('no_show', each) === null)) {
    const answer = await pressWork(technician, missed, { event, from: 'no_show' })
    expect([event, ...refusalOf(answer)]).toEqual([event, 409, 'work_not_possible'])
  }
  for (const [index, state] of path.entries()) {
    for (const event of workEvents.filter((each) => nextWorkState(state, each) === null)) {
      const answer = await pressWork(technician, id, { event, from: state })
      expect([state, event, ...refusalOf(answer)]).toEqual([state, event, 409, 'work_not_possible'])
    }
    expect(await stateOf(id)).toBe(state)
    const forward = workEvents[index]
    if (state !== 'handed_over' && forward) await pressWork(technician, id, { event: forward, from: state })
  }
})

test('of two people who press two things at once one wins, and the other is told by whom', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await jobOfNow()
    const [arrive, miss] = await Promise.all([
      pressWork(technician, id, { event: 'arrive', from: 'booked' }),
      pressWork(colleague, id, { event: 'mark_no_show', from: 'booked' }),
    ])
    expect([arrive, miss].map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = arrive.status === 409 ? arrive : miss
    expect(lost.headers.get('x-refusal')).toBe('work_changed')
    expect(lost.body.error).toMatch(
      /^(Tess Technician|Cal Colleague) has set this job to “(Arrived|No-show)” in the meantime\./,
    )
    expect(await eventsOf(id)).toHaveLength(1)
  }
})

test('the same step by two people counts once, and both are content', async () => {
  const id = await jobOfNow()
  const answers = await Promise.all(
    [technician, colleague, desk].map((person) => pressWork(person, id, { event: 'arrive', from: 'booked' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await eventsOf(id)).toEqual(['arrive'])
})

test('a press that is sent twice counts once, and one out of order is a conflict', async () => {
  const id = await jobOfNow()
  const press = { id: randomUUID(), event: 'arrive', from: 'booked' } as const
  await pressWork(technician, id, press)
  await pressWork(technician, id, { event: 'start', from: 'arrived' })
  // The first one again, when the work has gone on.
  expect((await pressWork(technician, id, press)).status).toBe(200)
  expect(await stateOf(id)).toBe('in_bay')
  expect(await eventsOf(id)).toEqual(['arrive', 'start'])
  // The id of another press.
  expect(refusalOf(await pressWork(technician, id, { ...press, from: 'no_show' }))).toEqual([
    409,
    'request_changed',
  ])
  expect(refusalOf(await pressWork(technician, id, { ...press, event: 'go_back', from: 'in_bay' }))).toEqual([
    409,
    'request_changed',
  ])
  // A later step that overtook the one before it.
  const early = await jobOfNow()
  expect(refusalOf(await pressWork(technician, early, { event: 'start', from: 'arrived' }))).toEqual([
    409,
    'work_changed',
  ])
  expect(await eventsOf(early)).toEqual([])
})

test('the ready car is told once the press can no longer be undone, and not when it was undone', async () => {
  const id = await jobOfNow()
  await workUntil(technician, id, 'finish')
  await world.runJobs()
  const sent = async (of: string) => {
    const { rows } = await world.context.database.pool.query(
      `select sent_at is not null as sent, withheld from outbox where kind = 'appointment_ready'
         and payload ->> 'appointmentId' = $1`,
      [of],
    )
    return rows
  }
  expect(await sent(id)).toEqual([{ sent: false, withheld: null }])
  const undone = await jobOfNow()
  await workUntil(technician, undone, 'finish')
  expect((await pressWork(technician, undone, { event: 'go_back', from: 'ready' })).status).toBe(200)
  await world.advance(11)
  await world.runJobs()
  expect(await sent(id)).toEqual([{ sent: true, withheld: null }])
  expect(await sent(undone)).toEqual([{ sent: false, withheld: 'outdated' }])
})

test('a car that is ready twice within the time of an undo is told once', async () => {
  const id = await jobOfNow()
  await workUntil(technician, id, 'finish')
  await pressWork(technician, id, { event: 'go_back', from: 'ready' })
  await pressWork(technician, id, { event: 'finish', from: 'in_bay' })
  await world.advance(11)
  await world.runJobs()
  const { rows } = await world.context.database.pool.query(
    `select sent_at is not null as sent from outbox where kind = 'appointment_ready'
       and payload ->> 'appointmentId' = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([{ sent: false }, { sent: true }])
})

test('a press that was kept without a connection has both times, and a late one sends no message', async () => {
  const id = await jobOfNow()
  await workUntil(technician, id, 'start')
  const pressedAt = new Date(world.context.clock.now() - latePressMs - 60_000).toISOString()
  expect((await pressWork(technician, id, { event: 'finish', from: 'in_bay', pressedAt })).status).toBe(200)
  expect(await mailsAbout(id, 'appointment_ready')).toEqual([])
  const { body } = await desk.get(`/api/admin/appointments/${id}`)
  const entry = body.timeline.find(({ title }: { title: string }) => title === 'Work done, the car is ready')
  expect(entry.detail).toMatch(
    /^Recorded offline at .+ \(device time\)\. The customer got no message, as it came too late\.$/,
  )
  expect(Date.parse(entry.at)).toBeGreaterThan(Date.parse(pressedAt))

  const soon = await jobOfNow()
  await workUntil(technician, soon, 'start')
  const justNow = new Date(world.context.clock.now() - 60_000).toISOString()
  await pressWork(technician, soon, { event: 'finish', from: 'in_bay', pressedAt: justNow })
  expect(await mailsAbout(soon, 'appointment_ready')).toHaveLength(1)
})

test('a press by a clock that cannot be right is kept without its time, and sends no message', async () => {
  const id = await jobOfNow()
  await workUntil(technician, id, 'start')
  const now = world.context.clock.now()
  const wrong = [now - 30 * 86_400_000, now + 86_400_000, 0].map((at) => new Date(at).toISOString())
  for (const pressedAt of wrong) {
    const answer = await pressWork(technician, id, { event: 'finish', from: 'in_bay', pressedAt })
    expect([pressedAt, answer.status]).toEqual([pressedAt, 200])
    await pressWork(technician, id, { event: 'go_back', from: 'ready' })
  }
  expect(await mailsAbout(id, 'appointment_ready')).toEqual([])
  const { rows } = await world.context.database.pool.query(
    'select from work_events where appointment_id = $1 and pressed_at is not null',
    [id],
  )
  expect(rows).toEqual([])
  for (const pressedAt of ['2026-02-30T00:00:00.000Z', '2026-02-01T25:00:00.000Z', 'now']) {
    const answer = await pressWork(technician, id, { event: 'finish', from: 'in_bay', pressedAt })
    expect([pressedAt, answer.status]).toEqual([pressedAt, 400])
  }
})

test('a car cannot arrive before the day of its appointment, nor be missed before the start', async () => {
  const id = await world.book({ shopId, date: `${world.day(2)} 09:00` })
  const early = await pressWork(desk, id, { event: 'arrive', from: 'booked' })
  expect(early.status).toBe(409)
  expect(early.body.error).toMatch(
    /^This appointment is on .+\. If the car is here, move it to today first\.$/,
  )
  expect((await pressWork(desk, id, { event: 'mark_no_show', from: 'booked' })).body.error).toBe(
    'A no-show can be marked once the appointment has started.',
  )
  // A technician does not see the job of another day.
  expect(refusalOf(await pressWork(technician, id, { event: 'arrive', from: 'booked' }))).toEqual([
    404,
    'not_found',
  ])
  expect(await eventsOf(id)).toEqual([])
})

test('a cancelled appointment takes no press, note or photo; people of other shops see none', async () => {
  const id = await jobOfNow()
  expect((await desk.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })).status).toBe(200)
  expect(refusalOf(await pressWork(desk, id, { event: 'arrive', from: 'booked' }))).toEqual([
    409,
    'appointment_cancelled',
  ])
  const note = { id: randomUUID(), kind: 'shop', body: 'The AUX socket is broken.' }
  expect(refusalOf(await desk.post(`/api/work/${id}/notes`, note))).toEqual([409, 'appointment_cancelled'])
  const photo = await sendWorkPhoto(world, desk, id, { bytes: await phonePhoto() })
  expect(refusalOf(photo)).toEqual([409, 'appointment_cancelled'])
  expect(await listFiles(world)).toEqual([])

  const other = await openShop(world, world.administrator)
  const own = await jobOfNow()
  expect(refusalOf(await other.shop.get(`/api/work/${own}`))).toEqual([404, 'not_found'])
  expect(refusalOf(await pressWork(other.shop, own, { event: 'arrive', from: 'booked' }))).toEqual([
    404,
    'not_found',
  ])
  expect(refusalOf(await pressWork(world.customer, own, { event: 'arrive', from: 'booked' }))).toEqual([
    403,
    'not_allowed',
  ])
})

test('a customer whose car is at the shop can neither move nor cancel any more', async () => {
  const id = await world.book({ shopId, date: `${world.day(1)} 09:00` })
  await world.advanceTo(id, -1)
  await workUntil(desk, id, 'arrive')
  for (const change of [
    { status: 'cancelled' },
    { date: world.day(4), time: '10:00' },
    { productId: 2, amount: 799 },
  ]) {
    const answer = await world.change(id, change)
    expect([JSON.stringify(change), ...refusalOf(answer)]).toEqual([
      JSON.stringify(change),
      409,
      'appointment_not_changeable',
    ])
    expect(answer.body.error).toBe('Your car is at the shop already. Please speak with the shop.')
  }
  expect((await world.statusesOf(id)).at(-1)).toBe('requires_capture')
})

test('notes, mileage and ticks are kept with their authors, and never changed', async () => {
  const id = await jobOfNow()
  const shopNote = { id: randomUUID(), kind: 'shop', body: 'The AUX socket is broken.' }
  for (let count = 0; count < 2; count += 1)
    expect((await technician.post(`/api/work/${id}/notes`, shopNote)).status).toBe(200)
  await desk.post(`/api/work/${id}/notes`, {
    id: randomUUID(),
    kind: 'customer',
    body: 'Update the map once.',
  })
  await technician.post(`/api/work/${id}/mileage`, { id: randomUUID(), mileage: 48_250 })
  await technician.post(`/api/work/${id}/mileage`, { id: randomUUID(), mileage: 48_251 })
  const [first = ''] = (
    (await desk.get(`/api/work/${id}`)).body.workOrder.checklist as { item: string }[]
  ).map(({ item }) => item)
  for (const isDone of [true, false, true])
    await technician.post(`/api/work/${id}/checklist`, { id: randomUUID(), item: first, isDone })
  const { workOrder } = (await desk.get(`/api/work/${id}`)).body
  expect(workOrder.notes.map(({ kind, body, by }: Record<string, string>) => [kind, body, by])).toEqual([
    ['shop', 'The AUX socket is broken.', 'Tess Technician'],
    ['customer', 'Update the map once.', 'Dana Desk'],
  ])
  expect(workOrder.mileage).toBe(48_251)
  expect(workOrder.checklist[0]).toMatchObject({ item: first, isDone: true, by: 'Tess Technician' })
  expect(workOrder.checklist[1]).toMatchObject({ isDone: false, by: null })
  const bad: [string, object][] = [
    ['notes', { id: randomUUID(), kind: 'from_customer', body: 'forged' }],
    ['notes', { id: randomUUID(), kind: 'shop', body: ' ' }],
    ['notes', { id: randomUUID(), kind: 'shop', body: 'x'.repeat(longestWorkNote + 1) }],
    ['mileage', { id: randomUUID(), mileage: -1 }],
    ['mileage', { id: randomUUID(), mileage: mostMileage + 1 }],
    ['mileage', { id: randomUUID(), mileage: 1.5 }],
    ['checklist', { id: randomUUID(), item: 'no-such-item', isDone: true }],
    // Of an Audi.
    ['checklist', { id: randomUUID(), item: 'mmi-menu', isDone: true }],
    // Half of a character.
    ['notes', { id: randomUUID(), kind: 'shop', body: 'A note \uD83D' }],
  ]
  for (const [path, body] of bad)
    expect([path, (await technician.post(`/api/work/${id}/${path}`, body)).status]).toEqual([path, 400])
})

test('an id that several jobs use at once counts for one of them, and is refused for the others', async () => {
  const jobs = [await jobOfNow(), await jobOfNow(), await jobOfNow()]
  const [first = ''] = (
    (await desk.get(`/api/work/${jobs[0]}`)).body.workOrder.checklist as { item: string }[]
  ).map(({ item }) => item)
  const writes: [string, object][] = [
    ['notes', { kind: 'shop', body: 'The AUX socket is broken.' }],
    ['mileage', { mileage: 48_250 }],
    ['checklist', { item: first, isDone: true }],
    ['events', { event: 'arrive', from: 'booked' }],
  ]
  for (const [path, body] of writes) {
    const sent = { id: randomUUID(), ...body }
    const answers = await Promise.all(jobs.map((id) => desk.post(`/api/work/${id}/${path}`, sent)))
    expect([path, ...answers.map(({ status }) => status).toSorted((a, b) => a - b)]).toEqual([
      path,
      200,
      409,
      409,
    ])
    for (const answer of answers)
      if (answer.status === 409) expect(answer.headers.get('x-refusal')).toBe('request_changed')
  }
})

test('the checklist follows the make and the package', async () => {
  const audi = { year: 2013, make: 'Audi', model: 'Q5' }
  const lexus = { year: 2012, make: 'Lexus', model: 'RX' }
  const itemsOf = async (changes: Record<string, unknown>) => {
    const id = await world.book({ shopId, date: `${world.day(5)} 09:00`, ...changes })
    const { checklist } = (await desk.get(`/api/work/${id}`)).body.workOrder
    await world.cancel(id)
    return (checklist as { item: string }[]).map(({ item }) => item)
  }
  const first = await itemsOf({ vehicleInfo: audi, productId: 1, amount: 499 })
  expect(first).toContain('mmi-menu')
  expect(first).not.toContain('remote-touch')
  const second = await itemsOf({ vehicleInfo: lexus, productId: 1, amount: 499 })
  expect(second).toContain('remote-touch')
  expect(second).not.toContain('screen-fitted')
})

test('photos are kept by kind, and a film, a broken or a huge file is refused in words', async () => {
  const id = await jobOfNow()
  const photo = await phonePhoto()
  const sent = await sendWorkPhoto(world, technician, id, { bytes: photo, kind: 'damage' })
  expect([sent.status, sent.body.kind]).toEqual([201, 'damage'])
  const { photos } = (await desk.get(`/api/work/${id}`)).body.workOrder
  expect(photos.map(({ kind }: { kind: string }) => kind)).toEqual(['damage'])
  expect((await fetch(`${world.url}${photos[0].url}`)).headers.get('content-type')).toBe('image/jpeg')
  for (const [name, bytes, sentence] of await badFiles()) {
    const answer = await sendWorkPhoto(world, technician, id, { bytes })
    expect(answer.body.error, name).toContain(sentence)
    expect(answer.status, name).toBeGreaterThanOrEqual(400)
  }
  const huge = await sendWorkPhoto(world, technician, id, { bytes: Buffer.alloc(40 * 1024 * 1024, 1) })
  expect(refusalOf(huge)).toEqual([413, 'too_large'])
  expect((await sendWorkPhoto(world, technician, id, { bytes: photo, kind: 'selfie' })).status).toBe(400)
  expect(await listFiles(world)).toHaveLength(1)
})

test('a technician hands over a car that stayed overnight, and can undo it', async () => {
  const id = await jobOfNow()
  await workUntil(technician, id, 'finish')
  await world.context.database.pool.query(
    `update appointments set starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day' where id = $1`,
    [id],
  )
  // Not the technician of the job.
  const press = { id: randomUUID(), event: 'hand_over', from: 'ready' } as const
  for (const _ of ['first', 'again'])
    expect((await pressWork(colleague, id, press)).body.workOrder?.state).toBe('handed_over')
  const undone = await pressWork(colleague, id, { event: 'go_back', from: 'handed_over' })
  expect([undone.status, undone.body.workOrder?.state]).toEqual([200, 'ready'])
})

test('a job keeps a limited number of notes, and the last one may be sent again', async () => {
  const id = await jobOfNow()
  await world.context.database.pool.query(
    `insert into work_notes (shop_id, id, appointment_id, kind, body, written_at)
      select $1, gen_random_uuid(), $2, 'shop', 'A note.', now() from generate_series(2, $3::int)`,
    [shopId, id, notesOfJob],
  )
  const note = () => ({ id: randomUUID(), kind: 'shop', body: 'The last one.' })
  const notes = [note(), note()]
  const answers = await Promise.all(notes.map((body) => desk.post(`/api/work/${id}/notes`, body)))
  expect(answers.toSorted((a, b) => a.status - b.status).map(refusalOf)).toEqual([
    [200, null],
    [409, 'too_many_notes'],
  ])
  const kept = notes.find((_, index) => answers[index]?.status === 200)
  expect((await desk.post(`/api/work/${id}/notes`, kept)).status).toBe(200)
})

test('a step that takes a car out of a technician’s view is answered, also when several press it at once', async () => {
  const id = await jobOfNow()
  await workUntil(technician, id, 'arrive')
  await world.context.database.pool.query(
    `update appointments set starts_at = starts_at - interval '2 days', ends_at = ends_at - interval '2 days' where id = $1`,
    [id],
  )
  await world.context.database.pool.query(
    `update work_events set recorded_at = recorded_at - interval '2 days' where appointment_id = $1`,
    [id],
  )
  const back = { event: 'go_back', from: 'arrived' } as const
  const answers = await Promise.all([technician, colleague].map((person) => pressWork(person, id, back)))
  expect(answers.map(({ status, body }) => [status, body.workOrder?.state])).toEqual([
    [200, 'booked'],
    [200, 'booked'],
  ])
  // It stays in the list, so that it can be undone.
  const listed = (await colleague.get('/api/work')).body as { appointmentId: string }[]
  expect(listed.map(({ appointmentId }) => appointmentId)).toContain(id)
})

test('a customer whose car has arrived is not reminded to come', async () => {
  // A shop without other jobs.
  const { shop, shopId: emptyShopId } = await openShop(world, world.administrator)
  const id = await world.book({ shopId: emptyShopId, date: `${world.day(0)} 09:00` })
  await startNow(world, id)
  await workUntil(shop, id, 'arrive')
  const now = world.context.clock.now()
  await world.context.database.pool.query(
    `update appointments set created_at = $2, starts_at = $3, ends_at = $4 where id = $1`,
    [
      id,
      new Date(now - 10 * 86_400_000),
      new Date(now + 2 * 3_600_000),
      new Date(now + 2 * 3_600_000 + 1000),
    ],
  )
  await world.runJobs()
  expect(await mailsAbout(id, 'appointment_reminder')).toEqual([])
  await pressWork(shop, id, { event: 'go_back', from: 'arrived' })
  await world.runJobs()
  expect(await mailsAbout(id, 'appointment_reminder')).toHaveLength(1)
})

test('the file of own data has the notes for the customer, and not those of the shop alone', async () => {
  const id = await jobOfNow()
  for (const kind of ['shop', 'customer'])
    await desk.post(`/api/work/${id}/notes`, { id: randomUUID(), kind, body: `A note for the ${kind}.` })
  const text = JSON.stringify((await world.customer.get('/api/account/data')).body)
  expect(text).toContain('A note for the customer.')
  expect(text).not.toContain('A note for the shop.')
})

test('the customer’s note at the booking stands in the work order and in the mail to the shop', async () => {
  const byCustomer = await world.book({
    shopId,
    date: `${world.day(6)} 09:00`,
    note: 'It has an aftermarket amp.',
  })
  const place = { shopId, date: `${world.day(6)} 13:00` }
  const byDesk = (await bookAtDesk(desk, place, { note: 'It has a rear camera.' })).body.id
  const notesOf = async (id: string) => (await desk.get(`/api/work/${id}`)).body.workOrder.notes
  expect(await notesOf(byCustomer)).toMatchObject([
    { kind: 'from_customer', body: 'It has an aftermarket amp.' },
  ])
  expect(await notesOf(byDesk)).toMatchObject([{ kind: 'from_customer', body: 'It has a rear camera.' }])
  await world.runJobs()
  const booked = (await mailsTo(world, owner.email)).filter(({ subject }) => subject.startsWith('Booked: '))
  for (const note of ['It has an aftermarket amp.', 'It has a rear camera.'])
    expect(booked.filter(({ text }) => text.includes(note))).toHaveLength(1)
})

test('a no-show is not done, so it is not in the list of uncharged jobs', async () => {
  const id = await jobOfNow()
  expect((await pressWork(desk, id, { event: 'mark_no_show', from: 'booked' })).status).toBe(200)
  await world.advance(60)
  const { uncharged } = (await desk.get(`/api/admin/attention?shopId=${shopId}`)).body
  expect(uncharged.map(({ appointmentId }: { appointmentId: string }) => appointmentId)).not.toContain(id)
})

test('a job that fitted badly is not charged, and a handover charges nothing by itself', async () => {
  const id = await jobOfNow()
  await workUntil(technician, id, 'hand_over')
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
  const { ranges } = (await desk.get(`/api/admin/attention?shopId=${shopId}`)).body
  expect(ranges.done_not_charged).toBeGreaterThan(0)
  const outcome = await desk.post(`/api/admin/appointments/${id}/fitment-outcome`, {
    outcome: 'did_not_fit',
    headUnitId: null,
    extraMinutes: 0,
    isConditionUntrue: false,
    note: 'The plug of the screen is another one.',
  })
  expect(outcome.status, outcome.body.error).toBeLessThan(300)
  expect(refusalOf(await world.capture(id, desk))).toEqual([409, 'appointment_cancelled'])
  await world.runJobs()
  expect(await world.statusesOf(id)).toEqual(['canceled'])
})
