import { useEffect, useState } from 'react'
import type { LinkedAppointment } from '../../contract/booking/appointment-link.ts'
import { directionsUrl } from '../../contract/shops/directions.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'
import { AppointmentFacts } from '../appointments/appointment-facts.tsx'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { LongWallTime } from '../appointments/long-wall-time.tsx'
import { shopTakesNoChanges } from '../appointments/suspended-shop.ts'
import { decidedFeeLine } from '../payments/fee-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useFocusOnSwap } from '../ui/use-focus-on-swap.ts'
import { CancelVisit } from './cancel-visit.tsx'
import { useAnswer } from './use-answer.ts'

// The calendar weighs as much as the page.
const MoveVisit = lazyComponent(
  () => import('./move-visit.tsx').then((module) => module.MoveVisit),
  () => <Spinner label="Loading..." className="text-muted" />,
)

type LinkedVisitProps = { token: string; appointment: LinkedAppointment }

/** The appointment behind a link, and the answers that its customer can give now. */
export function LinkedVisit({ token, appointment }: LinkedVisitProps) {
  const { canMove, status, isConfirmed } = appointment
  const [asksMove, setAsksMove] = useState(false)
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const isMoving = asksMove && canMove
  const outcome = status === 'cancelled' ? 'cancelled' : isConfirmed ? 'confirmed' : movedTo
  const holder = useFocusOnSwap<HTMLDivElement>(isMoving ? 'moving' : (outcome ?? 'open'))
  useEffect(() => {
    if (canMove) void MoveVisit.preload()
  }, [canMove])
  return (
    <Card ref={holder} className="grid gap-6">
      {!isMoving && <Outcome appointment={appointment} movedTo={movedTo} />}
      <VisitFacts appointment={appointment} />
      {isMoving ? (
        // The panel has a space of its own above it.
        <div className="-mt-6">
          <MoveVisit
            token={token}
            appointment={appointment}
            onMoved={(words) => {
              setMovedTo(words)
              setAsksMove(false)
            }}
            onClose={() => setAsksMove(false)}
          />
        </div>
      ) : (
        <Answers
          token={token}
          appointment={appointment}
          onMove={() => {
            setMovedTo(null)
            setAsksMove(true)
          }}
        />
      )}
    </Card>
  )
}

function VisitFacts({ appointment }: Pick<LinkedVisitProps, 'appointment'>) {
  const { packageName, appointmentDate, shopName, shopLocation, shopPhone, vehicleInfo } = appointment
  return (
    <div className="grid gap-6">
      <div>
        <h2 className="text-xl leading-snug font-semibold sm:text-2xl">
          <LongWallTime text={appointmentDate} />
        </h2>
        <p className="mt-1.5 text-muted">{packageName}</p>
      </div>
      <AppointmentFacts
        columns={2}
        facts={[
          {
            name: 'Location',
            value: (
              <>
                <bdi>{shopName}</bdi>
                <span className="block text-sm font-normal text-muted">{shopLocation}</span>
                <a
                  href={directionsUrl(shopLocation)}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-flex min-h-6 items-center text-sm text-link underline underline-offset-4 hover:no-underline"
                >
                  Get directions
                </a>
              </>
            ),
          },
          { name: 'Vehicle', value: formatVehicle(vehicleInfo) },
          ...(shopPhone === null ? [] : [{ name: 'Phone', value: <PhoneLink phone={shopPhone} /> }]),
        ]}
      />
    </div>
  )
}

type AnswersProps = LinkedVisitProps & { onMove: () => void }

function Answers({ token, appointment, onMove }: AnswersProps) {
  const { status, isConfirmed, canConfirm, canMove, canCancel, isShopSuspended } = appointment
  const { busy, problem, confirm } = useAnswer(token)
  const asksToConfirm = canConfirm && !isConfirmed
  if (status === 'cancelled') return null
  if (!asksToConfirm && !canMove && !canCancel)
    return (
      <p className="border-t border-line pt-6 text-muted">
        This appointment can’t be changed here anymore. Call the shop.
      </p>
    )
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <h3 className="text-lg font-semibold">{asksToConfirm ? 'Are you coming?' : 'Plans changed?'}</h3>
      {isShopSuspended && <p className="text-muted">{shopTakesNoChanges}</p>}
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        {asksToConfirm && (
          <Button
            busy={busy}
            busyText="Confirming..."
            className="max-sm:w-full"
            onClick={() => void confirm()}
          >
            Confirm I’m coming
          </Button>
        )}
        {canMove && (
          <Button variant="secondary" className="max-sm:flex-1" onClick={onMove}>
            Move
          </Button>
        )}
        {canCancel && <CancelVisit token={token} appointment={appointment} />}
      </div>
    </div>
  )
}

type OutcomeProps = Pick<LinkedVisitProps, 'appointment'> & { movedTo: string | null }

/** The last answer; it takes the focus of the button that gave it. */
function Outcome({ appointment, movedTo }: OutcomeProps) {
  const { status, isConfirmed, decidedFee, hold } = appointment
  if (status !== 'cancelled' && !isConfirmed && movedTo === null) return null
  return (
    <div tabIndex={-1} className="rounded-control">
      {status === 'cancelled' ? (
        <Alert isStanding title="This appointment is cancelled.">
          {decidedFeeLine(decidedFee, { isNoShow: false, card: yourCard(hold.card) }) ??
            'Nothing is left to do.'}
        </Alert>
      ) : isConfirmed ? (
        <Alert tone="good" title="You’re confirmed.">
          The shop knows that you’re coming.
        </Alert>
      ) : (
        <Alert tone="good" title={`Moved to ${movedTo}.`}>
          Confirm that you’re coming at the new time.
        </Alert>
      )}
    </div>
  )
}
