import { beforeEach, expect, test, vi } from 'vitest'
import type { WorkOrder } from '../../../contract/workshop/work-order.ts'
import {
  addWrite,
  expectedState,
  expectedWorkOrder,
  keepWrites,
  nextToSend,
  queueStore,
  readQueue,
  refuseWrite,
  removeWrite,
  type QueuedWrite,
} from './offline-queue.ts'

const base = {
  appointmentId: 'job-1',
  car: '2018 BMW X5',
  madeAt: '2026-12-03T17:00:00.000Z',
  isKept: false,
  refusal: null,
}
type Press = Extract<QueuedWrite, { kind: 'event' }>
const press = (id: string, changes: Partial<Press> = {}): Press => ({
  ...base,
  id,
  kind: 'event',
  event: 'arrive',
  from: 'booked',
  ...changes,
})
const mark = (id: string, isDone: boolean): QueuedWrite => ({
  ...base,
  id,
  kind: 'mark',
  item: 'carplay',
  isDone,
})
const note = (id: string): QueuedWrite => ({ ...base, id, kind: 'note', reader: 'shop', body: 'AUX broken' })
const reading = (id: string): QueuedWrite => ({ ...base, id, kind: 'mileage', mileage: 48_250 })

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, text: string) => void values.set(name, text),
    removeItem: (name: string) => void values.delete(name),
  })
  queueStore('ana').write(null)
})

test('presses are sent in the order in which they were made', () => {
  addWrite('ana', press('1'))
  addWrite('ana', press('2', { event: 'start', from: 'arrived' }))
  expect(nextToSend(readQueue('ana'))?.id).toBe('1')
  removeWrite('ana', '1')
  expect(nextToSend(readQueue('ana'))?.id).toBe('2')
  removeWrite('ana', '2')
  expect(nextToSend(readQueue('ana'))).toBeUndefined()
  expect(queueStore('ana').read()).toBeNull()
})

test('a kept press stays in the browser, for its own account alone', () => {
  addWrite('ana', press('1'))
  keepWrites('ana')
  expect(readQueue('ana')).toEqual([press('1', { isKept: true })])
  expect(readQueue('ben')).toEqual([])
})

test('without a connection all presses that wait are kept, also those not yet tried', () => {
  addWrite('ana', press('1'))
  addWrite('ana', press('2', { event: 'start', from: 'arrived' }))
  addWrite('ana', press('3', { refusal: 'Refused.' }))
  keepWrites('ana')
  expect(readQueue('ana').map(({ id, isKept }) => [id, isKept])).toEqual([
    ['1', true],
    ['2', true],
    ['3', false],
  ])
})

test('a refused press takes the later ones of its job with it, no others', () => {
  addWrite('ana', press('1'))
  addWrite('ana', press('2', { appointmentId: 'job-2' }))
  addWrite('ana', press('3', { event: 'start', from: 'arrived' }))
  refuseWrite('ana', '1', 'This appointment is cancelled.')
  expect(readQueue('ana').map(({ id, refusal }) => [id, refusal])).toEqual([
    ['1', 'This appointment is cancelled.'],
    ['2', null],
    ['3', 'Not sent, because the step before it was refused.'],
  ])
  expect(nextToSend(readQueue('ana'))?.id).toBe('2')
})

test('the page shows the state that the waiting presses lead to', () => {
  const waiting = [
    press('1'),
    press('2', { event: 'start', from: 'arrived' }),
    press('3', { appointmentId: 'job-2' }),
    press('4', { event: 'finish', from: 'in_bay', refusal: 'Refused.' }),
  ]
  expect(expectedState('booked', 'job-1', waiting)).toBe('in_bay')
  // The first one was recorded meanwhile, and the list was read again.
  expect(expectedState('arrived', 'job-1', waiting)).toBe('in_bay')
  expect(expectedState('ready', 'job-1', waiting)).toBe('ready')
})

test('a refused step takes no tick, note or reading with it, and they take nothing with them', () => {
  for (const each of [
    press('1'),
    mark('2', true),
    note('3'),
    press('4', { event: 'start', from: 'arrived' }),
  ])
    addWrite('ana', each)
  refuseWrite('ana', '3', 'This appointment is cancelled.')
  expect(readQueue('ana').map(({ refusal }) => refusal === null)).toEqual([true, true, false, true])
  refuseWrite('ana', '1', 'This appointment is cancelled.')
  expect(readQueue('ana').map(({ refusal }) => refusal === null)).toEqual([false, true, false, false])
})

test('the page shows the ticks, notes and readings that wait, and no note twice', () => {
  const workOrder: WorkOrder = {
    state: 'in_bay',
    since: null,
    mileage: null,
    checklist: [{ item: 'carplay', text: 'Apple CarPlay connects', isDone: false, by: null }],
    notes: [],
    photos: [],
    signOff: null,
  }
  const waiting = [mark('1', true), note('2'), reading('3')]
  const expected = expectedWorkOrder(workOrder, 'job-1', waiting)
  expect(expected).toMatchObject({ mileage: 48_250, checklist: [{ isDone: true }] })
  expect(expected.notes).toEqual([
    { id: '2', kind: 'shop', body: 'AUX broken', writtenAt: '2026-12-03T17:00:00.000Z', by: null },
  ])
  expect(expectedWorkOrder(expected, 'job-1', waiting).notes).toHaveLength(1)
  expect(expectedWorkOrder(workOrder, 'job-1', [...waiting, mark('4', false)]).checklist).toEqual(
    workOrder.checklist,
  )
  expect(expectedWorkOrder(workOrder, 'job-2', waiting)).toEqual(workOrder)
})

test('stored text that is no entry is left out', () => {
  const wrong = [{ id: '2' }, null, press('3', { event: 'fly' as never }), { ...note('4'), body: 7 }]
  localStorage.setItem(
    'until-logout:work-queue:ana',
    `${Date.now()} ${JSON.stringify([press('1'), ...wrong, mark('5', true), note('6'), reading('7')])}`,
  )
  expect(readQueue('ana')).toEqual([press('1'), mark('5', true), note('6'), reading('7')])
})
