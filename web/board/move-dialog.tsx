import { useRef, useState } from 'react'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import type { Board, BoardJob } from '../../contract/admin/board.ts'
import { quarterMinutes } from '../../contract/admin/move-times.ts'
import { formatTimeOfDay, parseTimeOfDay, wallTimeOf } from '../../contract/time.ts'
import { isBookedJob } from '../admin/booked-job.ts'
import { useWallNow } from '../admin/use-wall-now.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useBoard } from './board-queries.ts'
import { lengthWords } from './board-words.ts'
import {
  isMisplaced,
  isSamePlace,
  nearestFreePlace,
  placeWords,
  warningFor,
  type Place,
} from './move-proposal.ts'
import { concernsCustomer, useMoveJob } from './use-move-job.ts'
import { NotifyBox } from './notify-box.tsx'

type MoveDialogProps = {
  details: Pick<AppointmentDetails, 'id' | 'shopId' | 'appointmentDate' | 'timeZone'>
  onClose: () => void
  /** Called before it closes after a move. */
  onMoved?: () => void
}

/** Moves an appointment by fields: for phones, other days, and keyboards. */
export function MoveDialog({ details, ...ending }: MoveDialogProps) {
  // The first day stays, also when another person moves the job meanwhile.
  const [day] = useState(() => wallTimeOf(Date.parse(details.appointmentDate), details.timeZone).day)
  const board = useBoard({ shopId: details.shopId, day, span: 'ahead' })
  if (board.data)
    return (
      <PresentJob
        board={board.data}
        found={board.data.jobs.find((job) => job.appointmentId === details.id && job.day === day)}
        {...ending}
      />
    )
  return (
    <Dialog open onOpenChange={ending.onClose} title="Move appointment">
      <QueryState query={board} loading="Loading the board..." shape={<Skeleton className="h-64" />}>
        {() => null}
      </QueryState>
    </Dialog>
  )
}

const goneSentence = 'This appointment was moved or cancelled meanwhile. Close this to see what it is now.'

type Ending = Pick<MoveDialogProps, 'onClose' | 'onMoved'>
const fixedSentence = 'Only a booked appointment can move. This one is paid, or its card isn’t confirmed yet.'

type PresentJobProps = Ending & { board: Board; found: BoardJob | undefined }

/** The fields of a job. They stay when the job leaves the board, and say so. */
function PresentJob({ board, found, ...ending }: PresentJobProps) {
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const job = found ?? last
  const isFixed = job && !isBookedJob(job.paymentStatus, job.holdState)
  if (job && !isFixed) return <MoveForm board={board} job={job} isGone={!found} {...ending} />
  return (
    <Dialog open onOpenChange={ending.onClose} title="Move appointment">
      <Alert tone="bad">{isFixed ? fixedSentence : goneSentence}</Alert>
    </Dialog>
  )
}

/** The selectable lengths. The present one is among them, even between two quarters of an hour. */
function lengthsWith(present: number): number[] {
  const usual = Array.from({ length: 48 }, (_, index) => (index + 1) * quarterMinutes)
  return [...new Set([...usual, present])].toSorted((a, b) => a - b)
}

type MoveFormProps = Ending & {
  board: Board
  job: BoardJob
  /** Whether the job is no longer on the board. */
  isGone: boolean
}

function MoveForm({ board, job, isGone, onClose, onMoved }: MoveFormProps) {
  const now = useWallNow(board.timeZone)
  const sendButton = useRef<HTMLButtonElement>(null)
  // A job that cannot stay begins at the nearest place for it, so that one press moves it.
  const [proposed] = useState(() => (isMisplaced(job, board) ? nearestFreePlace(job, board, now) : null))
  const first = proposed ?? job
  const [day, setDay] = useState(first.day)
  const [time, setTime] = useState(formatTimeOfDay(first.startMinutes))
  const [length, setLength] = useState(job.endMinutes - job.startMinutes)
  const [bayId, setBayId] = useState(first.bayId)
  const [notify, setNotify] = useState(true)
  const isAhead = day === '' || board.days.some((each) => each.day === day)
  const there = useBoard({ shopId: board.shopId, day, span: 'day', enabled: !isAhead })
  const { move, isMoving, moveProblem } = useMoveJob()
  const startMinutes = parseTimeOfDay(time)
  const to: Place | null =
    day === '' || startMinutes === null
      ? null
      : { day, startMinutes, endMinutes: startMinutes + length, bayId }
  const shown = isAhead ? board : there.isPlaceholderData ? undefined : there.data
  const warning = to && shown ? warningFor(to, job.appointmentId, shown) : null
  const isOffQuarter =
    startMinutes !== null && startMinutes % quarterMinutes !== 0 && time !== formatTimeOfDay(job.startMinutes)
  const { placement, appointmentId, customerName, toldBy } = job
  const planned = to && { appointmentId, customerName, toldBy, placement, bays: board.bays, from: job, to }
  const isNews = planned !== null && concernsCustomer(planned)
  // A job that this dialog moves itself leaves its day as well.
  const isLost = isGone && !isMoving
  const canMove =
    !isLost && to !== null && !isSamePlace(job, to) && warning?.isTaken !== true && !isOffQuarter
  const end = () => {
    onMoved?.()
    onClose()
  }
  const close = () => {
    if (!isMoving) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title="Move appointment"
      {...(proposed && { initialFocus: sendButton })}
      description={
        <>
          <bdi>{customerName}</bdi>, now {placeWords(job, board.bays)}
        </>
      }
      footer={
        <>
          <Button variant="secondary" disabled={isMoving} onClick={close}>
            Don’t move
          </Button>
          <Button
            ref={sendButton}
            disabled={!canMove}
            busy={isMoving}
            busyText="Moving..."
            onClick={() => {
              if (planned) move({ move: planned, notify: notify && isNews }, { onSuccess: end })
            }}
          >
            Move
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Date"
          type="date"
          min="2000-01-01"
          max="2099-12-31"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <TextField
          label="Time"
          type="time"
          step={quarterMinutes * 60}
          value={time}
          error={isOffQuarter ? 'Choose a quarter of an hour, like 9:15.' : undefined}
          onChange={(event) => setTime(event.target.value)}
        />
        <SelectField
          label="Bay"
          value={String(bayId)}
          onChange={(chosen) => setBayId(Number(chosen))}
          options={board.bays
            .filter(({ inUse, id }) => inUse || id === job.bayId)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <SelectField
          label="Length"
          value={String(length)}
          onChange={(chosen) => setLength(Number(chosen))}
          options={lengthsWith(job.endMinutes - job.startMinutes).map((minutes) => ({
            value: String(minutes),
            label: lengthWords(minutes),
          }))}
        />
        <div className="col-span-2 grid gap-2">
          {proposed && to && isSamePlace(proposed, to) && (
            <p className="text-sm text-muted">This is the nearest free time for the appointment.</p>
          )}
          {isLost && <Alert tone="bad">{goneSentence}</Alert>}
          {!isAhead && there.isError && !isLost && (
            <Alert tone="warn">{there.error.message} What you chose stays here.</Alert>
          )}
          {warning && <Alert tone={warning.isTaken ? 'bad' : 'warn'}>{warning.sentence}</Alert>}
          {moveProblem !== null && <Alert tone="bad">{moveProblem}</Alert>}
          {isNews && <NotifyBox toldBy={toldBy} checked={notify} disabled={isMoving} onChange={setNotify} />}
        </div>
      </div>
    </Dialog>
  )
}
