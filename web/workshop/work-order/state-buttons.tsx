import { Undo2 } from 'lucide-react'
import {
  forwardEventOf,
  nextWorkState,
  type ForwardEvent,
  type WorkEvent,
  type WorkState,
} from '../../../contract/workshop/work-states.ts'
import { workEventButtons } from '../../../contract/workshop/work-words.ts'
import type { WorkJob } from '../../../contract/workshop/work.ts'
import { useServerNow } from '../../appointments/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useCanUndo, useSettling } from '../offline-queue/last-step.ts'
import { useOfflineQueue } from '../offline-queue/use-offline-queue.ts'

type StateButtonsProps = {
  job: WorkJob
  userId: string
  /** The state with the presses that wait. */
  state: WorkState
  /** On a page with more than the job: buttons of the usual size, in one line. */
  isCompact?: boolean
  /** Asks something before the handover; without it the press hands over at once. */
  onHandOver?: () => void
}

/** The step that comes next, its undo for a moment, and the ways out of the order. */
export function StateButtons({ job, userId, state, isCompact = false, onHandOver }: StateButtonsProps) {
  const { write } = useOfflineQueue(userId)
  const now = useServerNow()
  const canUndo = useCanUndo(job.appointmentId, state)
  const isSettling = useSettling()
  const forward = forwardEventOf(state)
  const hasStarted = now !== null && Date.parse(job.startsAt) <= now
  const send = (event: WorkEvent) => {
    write(job, { kind: 'event', event, from: state })
  }
  const step = (event: ForwardEvent) => (event === 'hand_over' && onHandOver ? onHandOver() : send(event))
  const canGoBack = nextWorkState(state, 'go_back') !== null
  const look = isCompact ? ({} as const) : ({ size: 'large', className: 'w-full' } as const)
  return (
    <div
      // Each press puts another step in the place of the pressed one.
      onClickCapture={(event) => {
        if (event.detail > 1) event.stopPropagation()
      }}
      className={
        isCompact ? 'flex flex-wrap items-center gap-3 max-sm:w-full max-sm:[&>*]:w-full' : 'grid gap-3'
      }
    >
      {forward !== null && (
        <Button {...look} disabled={isSettling} onClick={() => step(forward)}>
          {workEventButtons[forward]}
        </Button>
      )}
      <OpenPoints job={job} state={state} />
      {canUndo && canGoBack && (
        <Button {...look} variant="secondary" onClick={() => send('go_back')}>
          <Undo2 className="size-5" aria-hidden="true" />
          Undo
        </Button>
      )}
      {!canUndo && (
        <div
          className={classNames(
            'flex flex-wrap gap-3 empty:hidden',
            isCompact ? 'max-sm:[&>*]:flex-1' : '[&>*]:flex-1',
          )}
        >
          {state === 'booked' && hasStarted && (
            <Button variant="secondary" disabled={isSettling} onClick={() => send('mark_no_show')}>
              {workEventButtons.mark_no_show}
            </Button>
          )}
          {canGoBack && (
            <Button variant="ghost" onClick={() => send('go_back')}>
              {state === 'ready' && job.workOrder.signOff !== null
                ? 'Go one step back and void the signature'
                : 'Go one step back'}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The open checks and the missing signature: a hint that locks nothing. */
function OpenPoints({ job: { workOrder }, state }: { job: WorkJob; state: WorkState }) {
  if (state !== 'in_bay' && state !== 'ready') return null
  const open = workOrder.checklist.filter(({ isDone }) => !isDone).length
  const points = [
    open > 0 && `${open} of ${workOrder.checklist.length} checks open`,
    state === 'ready' && workOrder.signOff === null && 'not signed',
  ].filter((point) => point !== false)
  if (points.length === 0) return null
  return <p className="text-sm text-muted">{points.join(', ')}</p>
}
