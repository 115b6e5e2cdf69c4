import { useEffect, useRef, useState } from 'react'
import type { Misfit } from '../../contract/admin/attention.ts'
import { useMay } from '../identity/standing.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { moveFocus } from '../ui/move-focus.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { startOnTheWall } from './misfit-words.ts'
import { misfitsAnchor } from './misfits-link.tsx'
import { useMisfits } from './shop-settings.ts'

const MoveDialog = lazyComponent(
  () => import('../board/move-dialog.tsx').then((module) => module.MoveDialog),
  () => null,
)

const reasons: Record<Misfit['reason'], string> = {
  closed: 'The shop is closed on this day.',
  before_opening: 'It begins before opening.',
  after_closing: 'It ends after closing.',
  bay_out_of_use: 'Its bay is out of use.',
}

type ConflictingAppointmentsProps = { shopId: number; onOpenAppointment: (id: string) => void }

/**
 * Appointments that conflict with changed hours, closures or bays. They stay booked until the shop moves them
 * or agrees with the customer.
 */
export function ConflictingAppointments({ shopId, onOpenAppointment }: ConflictingAppointmentsProps) {
  const misfits = useMisfits(shopId)
  const [hasMoved, setMoved] = useState(false)
  if (misfits.isError)
    return (
      <Alert tone="warn">
        We couldn’t check for appointments that no longer fit. {misfits.error.message}{' '}
        <button
          type="button"
          className="min-h-6 font-medium underline underline-offset-4"
          onClick={() => void misfits.refetch()}
        >
          Try again
        </button>
      </Alert>
    )
  if (!misfits.data) return null
  if (misfits.data.length === 0) return hasMoved ? <AllFit /> : null
  const count = misfits.data.length
  const unfit = misfits.data.every(({ reason }) => reason === 'bay_out_of_use') ? 'your bays' : 'your hours'
  return (
    <section id={misfitsAnchor} tabIndex={-1} aria-labelledby="misfits" className="scroll-mt-6">
      <Alert
        tone="warn"
        title={
          <span id="misfits">
            {count === 1
              ? `1 appointment no longer fits ${unfit}. It stays booked.`
              : `${count} appointments no longer fit ${unfit}. They stay booked.`}
          </span>
        }
      >
        <p>
          Do the work as booked, or agree on another time with{' '}
          {count === 1 ? 'the customer and move it' : 'each customer and move them'}.
        </p>
        <MisfitList
          shopId={shopId}
          misfits={misfits.data}
          onOpenAppointment={onOpenAppointment}
          onMoved={() => setMoved(true)}
        />
      </Alert>
    </section>
  )
}

/** Takes the focus of the last appointment that was moved. */
function AllFit() {
  const note = useRef<HTMLOutputElement>(null)
  useEffect(() => moveFocus(note.current), [])
  return (
    <output ref={note} tabIndex={-1} className="rounded-control bg-good-soft px-4 py-3 font-medium text-good">
      All appointments fit your hours and bays.
    </output>
  )
}

type MisfitListProps = ConflictingAppointmentsProps & { misfits: readonly Misfit[]; onMoved: () => void }

function MisfitList({ shopId, misfits, onOpenAppointment, onMoved }: MisfitListProps) {
  const mayMove = useMay('appointment.move')
  const [moving, setMoving] = useState<Misfit | null>(null)
  const list = useRef<HTMLUListElement>(null)
  /** The place in the list of the appointment that was moved. */
  const [movedFrom, setMovedFrom] = useState<number | null>(null)
  // The next appointment takes the place of the one that left the list.
  useEffect(() => {
    if (moving !== null || movedFrom === null) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-move]') ?? [])]
    ;(buttons[movedFrom] ?? buttons.at(-1))?.focus()
  }, [moving, movedFrom])
  return (
    <>
      <ul ref={list} className="mt-3 grid gap-2">
        {misfits.map((each) => (
          <li
            key={each.appointmentId}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-surface px-4 py-2.5 text-ink"
          >
            <span className="min-w-0 flex-1 basis-64">
              <span className="block font-medium">{startOnTheWall(each.appointmentDate)}</span>
              <span className="block text-sm text-muted">{reasons[each.reason]}</span>
            </span>
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <span className="block">
                <bdi>{each.customerName}</bdi>
              </span>
              <span className="text-sm">
                <PhoneLink phone={each.customerPhone} />
              </span>
            </span>
            <span className="flex gap-2">
              <Button variant="secondary" size="small" onClick={() => onOpenAppointment(each.appointmentId)}>
                Details<span className="sr-only"> of {each.customerName}</span>
              </Button>
              {mayMove && (
                <Button
                  data-move=""
                  size="small"
                  onClick={() => {
                    setMovedFrom(null)
                    setMoving(each)
                  }}
                >
                  Move<span className="sr-only"> {each.customerName}</span>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {moving && (
        <MoveDialog
          details={{ ...moving, id: moving.appointmentId, shopId }}
          onMoved={() => {
            setMovedFrom(misfits.indexOf(moving))
            onMoved()
          }}
          onClose={() => setMoving(null)}
        />
      )}
    </>
  )
}
