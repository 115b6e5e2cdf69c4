import { useEffect, useSyncExternalStore } from 'react'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { nextWorkState } from '../../../contract/workshop/work-states.ts'
import type { WorkJob } from '../../../contract/workshop/work.ts'
import { call, CallError } from '../../api/client.ts'
import { formatVehicle } from '../../appointments/appointment-words.ts'
import { randomId } from '../../random-id.ts'
import { memoryStore } from '../../ui/external-store.ts'
import { lastStep } from './last-step.ts'
import { useShowJob } from '../work-order/use-work-order.ts'
import {
  addWrite,
  keepWrites,
  nextToSend,
  queueStore,
  readQueue,
  refuseWrite,
  removeWrite,
  type QueuedWrite,
  type WriteContent,
} from './offline-queue.ts'

/** Milliseconds between attempts while there is no connection; a browser that notices one sends at once. */
const retryMs = 5_000

/** Whether the last entry that waits found no server at all. */
export const offline = memoryStore(true)

/** Accounts whose queue is being sent by this page. */
const sending = new Set<string>()

/**
 * Sends the queue of an account, one entry after another, until it is empty or the connection is gone.
 * `show` gets each job as it is afterwards, before its entry goes. Returns whether other pages of the
 * work may be out of date: a step was answered, or any entry refused.
 */
async function sendQueue(userId: string, show: (job: WorkJob) => void): Promise<boolean> {
  if (sending.has(userId)) return false
  sending.add(userId)
  let isOutdated = false
  try {
    for (let write = nextToSend(readQueue(userId)); write; write = nextToSend(readQueue(userId))) {
      const answer = await send(write, userId)
      if (answer === 'no_connection') {
        keepWrites(userId)
        return isOutdated
      }
      isOutdated ||= write.kind === 'event' || typeof answer === 'string'
      if (typeof answer === 'string') refuseWrite(userId, write.id, answer)
      else
        await atOnce(
          () => show(answer),
          () => removeWrite(userId, write.id),
        )
    }
    return isOutdated
  } finally {
    sending.delete(userId)
  }
}

/**
 * Shows a reply and removes its entry in one rendering. Queries tell their new data a moment later than the
 * queue does: an entry that left at once would show the job as it was before the press.
 */
function atOnce(show: () => void, remove: () => void): Promise<void> {
  return new Promise((done) => {
    notifyManager.batch(() => {
      show()
      notifyManager.schedule(() => {
        remove()
        done()
      })
    })
  })
}

/** The job once it is recorded; the sentence of a refusal; or 'no_connection', after which it waits. */
async function send(write: QueuedWrite, userId: string): Promise<WorkJob | string> {
  try {
    return await callOf(write, userId)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const waits = error.outcomeUnknown || error.status === 401 || error.status === 429
    offline.write(error.status === 0)
    return waits || error.code === 'other_account' ? 'no_connection' : error.message
  }
}

function callOf(write: QueuedWrite, account: string): Promise<WorkJob> {
  const { id, appointmentId, madeAt, isKept } = write
  const of = { params: { id: appointmentId }, account }
  switch (write.kind) {
    case 'event': {
      const { event, from } = write
      const body = { id, event, from, ...(isKept && { pressedAt: madeAt }) }
      return call('work.recordEvent', { ...of, body })
    }
    case 'mark':
      return call('work.markChecklist', { ...of, body: { id, item: write.item, isDone: write.isDone } })
    case 'note':
      return call('work.addNote', { ...of, body: { id, kind: write.reader, body: write.body } })
    case 'mileage':
      return call('work.recordMileage', { ...of, body: { id, mileage: write.mileage } })
  }
}

function noteStep(appointmentId: string, { event, from }: Extract<WriteContent, { kind: 'event' }>): void {
  const to = event === 'go_back' ? null : nextWorkState(from, event)
  lastStep.write(to === null ? null : { appointmentId, to, at: Date.now() })
}

/** The queue of the account, oldest first. */
export function useQueue(userId: string): readonly QueuedWrite[] {
  const store = queueStore(userId)
  return useSyncExternalStore(store.subscribe, () => readQueue(userId))
}

/** Writes into work orders, at once or as soon as there is a connection. */
export function useOfflineQueue(userId: string) {
  const queries = useQueryClient()
  const show = useShowJob()
  const flush = async (): Promise<void> => {
    if (await sendQueue(userId, show)) await queries.invalidateQueries()
  }
  return {
    write: ({ appointmentId, vehicleInfo }: WorkJob, content: WriteContent): void => {
      if (content.kind === 'event') noteStep(appointmentId, content)
      addWrite(userId, {
        ...content,
        id: randomId(),
        appointmentId,
        car: formatVehicle(vehicleInfo),
        madeAt: new Date().toISOString(),
        isKept: false,
        refusal: null,
      })
      void flush()
    },
    flush,
  }
}

/** Sends the queue of the account while the page is open. */
export function useSendQueue(userId: string): void {
  const { flush } = useOfflineQueue(userId)
  const waits = useQueue(userId).some(({ refusal }) => refusal === null)
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void flush(), retryMs)
    const now = () => void flush()
    window.addEventListener('online', now)
    now()
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- flush reads the account alone
  }, [waits, userId])
}
