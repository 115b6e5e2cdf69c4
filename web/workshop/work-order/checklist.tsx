import type { WorkJob } from '../../../contract/workshop/work.ts'
import { CheckMark } from '../../ui/check-mark.tsx'
import { SignedHint } from '../sign-off/signed-hint.tsx'
import { useOfflineQueue } from '../offline-queue/use-offline-queue.ts'

/**
 * The checklist of a job; a tick is saved at once, or kept while there is no connection. The customer's
 * signature closes it.
 */
export function Checklist({ job, userId }: { job: WorkJob; userId: string }) {
  const { write } = useOfflineQueue(userId)
  const isSigned = job.workOrder.signOff !== null
  return (
    <div className="grid gap-2">
      {isSigned && <SignedHint />}
      <ul className="grid">
        {job.workOrder.checklist.map(({ item, text, isDone, by }) => (
          <li key={item} className="border-b border-line last:border-b-0">
            <label className="relative flex min-h-12 cursor-pointer items-center gap-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-ember">
              <input
                type="checkbox"
                checked={isDone}
                disabled={isSigned}
                onChange={(event) => write(job, { kind: 'mark', item, isDone: event.target.checked })}
                className="absolute inset-0 cursor-pointer appearance-none opacity-0 disabled:cursor-default"
              />
              <CheckMark isOn={isDone} isLarge />
              <span className="min-w-0 flex-1">{text}</span>
              {by !== null && <span className="shrink-0 text-sm text-muted">{by.split(' ')[0]}</span>}
            </label>
          </li>
        ))}
      </ul>
    </div>
  )
}
