import {
  nextWorkState,
  workEvents,
  workStates,
  type WorkEvent,
  type WorkState,
} from '../../../contract/workshop/work-states.ts'
import type { WorkOrder } from '../../../contract/workshop/work-order.ts'
import { jsonStore, type BrowserStore } from '../../ui/browser-store.ts'
import { fieldsOf, stringFieldsOf } from '../../ui/checked-fields.ts'

/** An entry of a work order: a step of its state, a tick of its checklist, a note or a reading. */
export type WriteContent =
  /** `from`: the state that the person saw. */
  | { kind: 'event'; event: WorkEvent; from: WorkState }
  | { kind: 'mark'; item: string; isDone: boolean }
  | { kind: 'note'; reader: 'shop' | 'customer'; body: string }
  | { kind: 'mileage'; mileage: number }

/**
 * One entry that the server has not answered yet, or has refused. It holds no data of the customer but what a
 * person typed into a note.
 */
export type QueuedWrite = WriteContent & {
  /** A UUID: the server counts the entry once. */
  id: string
  appointmentId: string
  /** '2018 BMW X5', for the sentence about a refusal. */
  car: string
  /** ISO, by this device. */
  madeAt: string
  /** Whether a request without an answer was made: the entry waits for a connection. */
  isKept: boolean
  /** The sentence of a refusal; null while it waits. */
  refusal: string | null
}

function readContent(stored: unknown): WriteContent | null {
  const { kind, event, from, item, isDone, reader, body, mileage } = fieldsOf(stored)
  if (kind === 'event') {
    const [known, seen] = [
      workEvents.find((each) => each === event),
      workStates.find((each) => each === from),
    ]
    return known && seen ? { kind, event: known, from: seen } : null
  }
  if (kind === 'mark')
    return typeof item === 'string' && typeof isDone === 'boolean' ? { kind, item, isDone } : null
  if (kind === 'note')
    return typeof body === 'string' && (reader === 'shop' || reader === 'customer')
      ? { kind, reader, body }
      : null
  return kind === 'mileage' && typeof mileage === 'number' ? { kind, mileage } : null
}

function readWrite(stored: unknown): QueuedWrite[] {
  const texts = stringFieldsOf(stored, ['id', 'appointmentId', 'car', 'madeAt'])
  const { isKept, refusal } = fieldsOf(stored)
  const content = readContent(stored)
  if (!texts || !content) return []
  return [
    {
      ...texts,
      ...content,
      isKept: isKept === true,
      refusal: typeof refusal === 'string' ? refusal : null,
    },
  ]
}

const none: readonly QueuedWrite[] = []

const stores = new Map<string, BrowserStore<QueuedWrite[]>>()

/** The queue of one account in this browser, until its entries are answered or the account signs out. */
export function queueStore(userId: string): BrowserStore<QueuedWrite[]> {
  const known = stores.get(userId)
  if (known) return known
  const store = jsonStore<QueuedWrite[]>(
    `work-queue:${userId}`,
    (stored) => (Array.isArray(stored) ? stored.flatMap(readWrite) : null),
    'until-logout',
  )
  stores.set(userId, store)
  return store
}

export const readQueue = (userId: string): readonly QueuedWrite[] => queueStore(userId).read() ?? none

function change(userId: string, next: (before: readonly QueuedWrite[]) => QueuedWrite[]): void {
  const after = next(readQueue(userId))
  queueStore(userId).write(after.length === 0 ? null : after)
}

export function addWrite(userId: string, added: QueuedWrite): void {
  change(userId, (before) => [...before, added])
}

export function removeWrite(userId: string, id: string): void {
  change(userId, (before) => before.filter((each) => each.id !== id))
}

/** Marks the waiting entries as kept: they could not be sent yet. */
export function keepWrites(userId: string): void {
  change(userId, (before) =>
    before.map((each) => ({ ...each, isKept: each.isKept || each.refusal === null })),
  )
}

/**
 * Records the refusal of an entry. The later steps of the same job were made on top of a refused step, so
 * they are not sent either.
 */
export function refuseWrite(userId: string, id: string, refusal: string): void {
  change(userId, (before) => {
    const index = before.findIndex((each) => each.id === id)
    const refused = before[index]
    return before.map((each, at) => {
      if (at === index) return { ...each, refusal }
      const isOnTop =
        at > index &&
        refused?.kind === 'event' &&
        each.kind === 'event' &&
        each.appointmentId === refused.appointmentId &&
        each.refusal === null
      return isOnTop ? { ...each, refusal: 'Not sent, because the step before it was refused.' } : each
    })
  })
}

/** The next entry to send: the oldest one that was not refused. */
export function nextToSend(queue: readonly QueuedWrite[]): QueuedWrite | undefined {
  return queue.find(({ refusal }) => refusal === null)
}

const waitingOf = (appointmentId: string, queue: readonly QueuedWrite[]) =>
  queue.filter((each) => each.appointmentId === appointmentId && each.refusal === null)

/** The state of a job with the steps that wait, as the person who pressed expects it. */
export function expectedState(
  state: WorkState,
  appointmentId: string,
  queue: readonly QueuedWrite[],
): WorkState {
  return waitingOf(appointmentId, queue).reduce(
    (now, each) =>
      each.kind === 'event' && each.from === now ? (nextWorkState(now, each.event) ?? now) : now,
    state,
  )
}

/** A work order with the ticks, notes and readings that wait. Its state is that of the server. */
export function expectedWorkOrder(
  workOrder: WorkOrder,
  appointmentId: string,
  queue: readonly QueuedWrite[],
): WorkOrder {
  return waitingOf(appointmentId, queue).reduce(withWrite, workOrder)
}

function withWrite(workOrder: WorkOrder, write: QueuedWrite): WorkOrder {
  switch (write.kind) {
    case 'event':
      return workOrder
    case 'mark':
      return {
        ...workOrder,
        checklist: workOrder.checklist.map((each) =>
          each.item === write.item && each.isDone !== write.isDone
            ? { ...each, isDone: write.isDone, by: null }
            : each,
        ),
      }
    case 'note': {
      const { id, reader, body, madeAt } = write
      // The reply may be shown before the entry leaves the queue.
      if (workOrder.notes.some((note) => note.id === id)) return workOrder
      return {
        ...workOrder,
        notes: [...workOrder.notes, { id, kind: reader, body, writtenAt: madeAt, by: null }],
      }
    }
    case 'mileage':
      return { ...workOrder, mileage: write.mileage }
  }
}
