import { CloudOff, TriangleAlert } from 'lucide-react'
import { workEventWords } from '../../../contract/workshop/work-words.ts'
import { Button } from '../../ui/button.tsx'
import { removeWrite, type QueuedWrite } from './offline-queue.ts'
import { useStore } from '../../ui/external-store.ts'
import { offline, useQueue, useSendQueue } from './use-offline-queue.ts'

/** The entries that wait for a connection, and those that the server refused. */
export function OfflineStrip({ userId }: { userId: string }) {
  useSendQueue(userId)
  const queue = useQueue(userId)
  const waiting = queue.filter(({ isKept, refusal }) => isKept && refusal === null)
  const isOffline = useStore(offline)
  const refused = queue.filter(({ refusal }) => refusal !== null)
  return (
    <div className="grid max-w-3xl gap-3 empty:hidden [&:not(:empty)]:mb-4">
      {waiting.length > 0 && (
        <output className="flex items-start gap-3 rounded-control bg-warn-soft px-4 py-3 text-ui font-medium text-warn">
          <CloudOff className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {waitingWords(waiting.length, isOffline)}
        </output>
      )}
      {refused.map((write) => (
        <Refused key={write.id} write={write} onSeen={() => removeWrite(userId, write.id)} />
      ))}
    </div>
  )
}

/** An answer that is no answer, such as that of a busy server, is no lack of a connection. */
function waitingWords(count: number, isOffline: boolean): string {
  const changes = count === 1 ? '1 change waits on this device' : `${count} changes wait on this device`
  return isOffline
    ? `No connection. ${changes}, to be sent when you are back online.`
    : `${changes}, as the server did not take ${count === 1 ? 'it' : 'them'} yet. We keep trying.`
}

/** With the typed text of a note, so that it can be copied. */
function wordsOf(write: QueuedWrite): string {
  switch (write.kind) {
    case 'event':
      return `“${workEventWords[write.event]}” was not recorded.`
    case 'mark':
      return 'A change of the checklist was not saved.'
    case 'note':
      return `The note “${write.body}” was not saved.`
    case 'mileage':
      return `The mileage ${write.mileage.toLocaleString('en-US')} was not saved.`
  }
}

function Refused({ write, onSeen }: { write: QueuedWrite; onSeen: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-bad-soft px-4 py-3"
    >
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-3 text-ui text-bad">
        <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">
            <bdi>{write.car}</bdi>: <bdi>{wordsOf(write)}</bdi>
          </span>{' '}
          {write.refusal}
        </span>
      </p>
      <Button variant="secondary" onClick={onSeen}>
        Got it
      </Button>
    </div>
  )
}
