import { useEffect, useRef, useState } from 'react'
import { TriangleAlert, X } from 'lucide-react'
import { undoMs } from '../../contract/admin/move-times.ts'
import { Button } from '../ui/button.tsx'
import { moveFocus } from '../ui/move-focus.ts'
import { placeWords } from './move-proposal.ts'
import { setMove, useMove, type Move, type MoveState } from './move-store.ts'
import { NotifyBox } from './notify-box.tsx'
import { concernsCustomer, useMoveJob } from './use-move-job.ts'

/** A sentence without a choice stays this long. */
const readMs = 8_000

/** The question before a move, its undo, and what came of it, above the lower edge of the window. */
export function MoveBar() {
  const state = useMove()
  useEffect(() => () => setMove(null), [])
  if (state === null) return null
  return (
    <section
      aria-label="Move"
      data-move-bar=""
      className="fixed inset-x-3 bottom-18 z-40 mx-auto max-w-3xl animate-fade rounded-card border border-line bg-surface px-4 py-3 shadow-float md:bottom-4 [@media(height<30rem)]:static [@media(height<30rem)]:mt-4"
    >
      <Content key={keyOf(state)} state={state} />
    </section>
  )
}

const keyOf = (state: NonNullable<MoveState>) =>
  'move' in state ? `${state.step} ${state.move.appointmentId} ${state.move.to.startMinutes}` : state.step

function Content({ state }: { state: NonNullable<MoveState> }) {
  switch (state.step) {
    case 'asked':
      return <Question move={state.move} warning={state.warning} />
    case 'moved':
      return <Undo {...state} />
    case 'refused':
    case 'undone':
      return <Notice sentence={state.sentence} />
  }
}

function Question({ move, warning }: { move: Move; warning: string | null }) {
  const { move: send, isMoving, moveProblem } = useMoveJob()
  const [notify, setNotify] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  const isNews = concernsCustomer(move)
  const { appointmentId } = move
  useEffect(() => {
    button.current?.focus()
    // The job at the place that the answer gave it.
    return () => moveFocus(document.querySelector<HTMLElement>(`[data-job="${appointmentId}"]`))
  }, [appointmentId])
  return (
    <div
      className="grid gap-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isMoving) setMove(null)
      }}
      role="presentation"
    >
      <p className="font-medium">
        Move <bdi>{move.customerName}</bdi> to {placeWords(move.to, move.bays)}?
      </p>
      <p className="text-sm text-muted">Now {placeWords(move.from, move.bays)}.</p>
      {warning !== null && (
        <p className="flex items-center gap-2 text-sm font-medium text-warn">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          {warning}
        </p>
      )}
      {moveProblem !== null && (
        <p role="alert" className="text-sm font-medium text-bad">
          {moveProblem}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {isNews ? (
          <NotifyBox toldBy={move.toldBy} checked={notify} disabled={isMoving} onChange={setNotify} />
        ) : (
          <p className="text-sm text-muted">The customer’s time stays the same.</p>
        )}
        <div className="flex gap-2">
          <Button variant="secondary" size="small" disabled={isMoving} onClick={() => setMove(null)}>
            Don’t move
          </Button>
          <Button
            ref={button}
            size="small"
            busy={isMoving}
            busyText="Moving..."
            onClick={() => send({ move, notify: notify && isNews })}
          >
            Move
          </Button>
        </div>
      </div>
    </div>
  )
}

type UndoProps = Extract<MoveState, { step: 'moved' }>

function Undo({ move, placement, undoUntil, isTold }: UndoProps) {
  const { undo, isUndoing, undoProblem } = useMoveJob()
  const isBusy = isUndoing || undoProblem !== null
  useEffect(() => {
    if (isBusy) return
    const ending = setTimeout(() => setMove(null), undoUntil - Date.now())
    return () => clearTimeout(ending)
  }, [undoUntil, isBusy])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <output className="block font-medium">
          Moved <bdi>{move.customerName}</bdi> to {placeWords(move.to, move.bays)}.
        </output>
        <p className="text-sm text-muted">
          {isTold && move.toldBy.length > 0
            ? `The message to the customer leaves in ${undoMs / 1000} seconds.`
            : 'The customer gets no message.'}
        </p>
        {undoProblem !== null && (
          <p role="alert" className="text-sm font-medium text-bad">
            {undoProblem}
          </p>
        )}
      </div>
      {undoProblem === null ? (
        <Button
          variant="secondary"
          size="small"
          busy={isUndoing}
          busyText="Undoing..."
          onClick={() => undo({ move, placement })}
        >
          Undo
        </Button>
      ) : (
        <CloseButton />
      )}
    </div>
  )
}

function Notice({ sentence }: { sentence: string }) {
  useEffect(() => {
    const ending = setTimeout(() => setMove(null), readMs)
    return () => clearTimeout(ending)
  }, [])
  return (
    <div className="flex items-center justify-between gap-4">
      <output className="font-medium">{sentence}</output>
      <CloseButton />
    </div>
  )
}

function CloseButton() {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={() => setMove(null)}
      className="grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-hover hover:text-ink"
    >
      <X className="size-5" aria-hidden="true" />
    </button>
  )
}
