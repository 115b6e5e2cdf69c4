import { useRef, useState } from 'react'
import type { LinkedAppointment } from '../../contract/booking/appointment-link.ts'
import { directionsUrl } from '../../contract/shops/directions.ts'
import { AppointmentFacts } from '../appointments/appointment-facts.tsx'
import { formatLongWallTime, formatVehicle } from '../appointments/appointment-words.ts'
import { LongWallTime } from '../appointments/long-wall-time.tsx'
import { paths } from '../paths.ts'
import { heldCentsOf } from '../payments/held-amount.ts'
import { releaseSentence } from '../payments/hold-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { useAnswer } from './use-answer.ts'

type LinkedVisitProps = { token: string; appointment: LinkedAppointment }

/** The appointment behind a link, and the answers that its customer can give now. */
export function LinkedVisit({ token, appointment }: LinkedVisitProps) {
  const { packageName, appointmentDate, shopName, shopLocation, shopPhone, vehicleInfo } = appointment
  return (
    <Card className="grid gap-6">
      <Answer token={token} appointment={appointment} />
      <AppointmentFacts
        columns={2}
        facts={[
          { name: 'Date and time', value: <LongWallTime text={appointmentDate} /> },
          { name: 'Package', value: packageName },
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
    </Card>
  )
}

function Answer({ token, appointment }: LinkedVisitProps) {
  const { status, isConfirmed, canConfirm, canMove, canCancel, hasAccount } = appointment
  const { busy, problem, confirm } = useAnswer(token)
  if (status === 'cancelled')
    return (
      <Alert isStanding title="This appointment is cancelled.">
        Nothing is left to do.
      </Alert>
    )
  return (
    <div className="grid gap-4">
      {isConfirmed && (
        <Alert tone="good" title="You’re confirmed.">
          The shop knows that you’re coming.
        </Alert>
      )}
      {!canConfirm && !isConfirmed && (
        <p className="text-muted">This appointment can’t be changed here anymore. Call the shop.</p>
      )}
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        {canConfirm && !isConfirmed && (
          <Button busy={busy} busyText="Confirming..." onClick={() => void confirm()}>
            Confirm I’m coming
          </Button>
        )}
        {canMove && hasAccount && (
          // The times are in My Appointments, after a sign-in.
          <ButtonLink href={paths.appointments} variant="secondary">
            Move in My Appointments
          </ButtonLink>
        )}
        {canCancel && <Cancel token={token} appointment={appointment} />}
      </div>
      {canMove && !hasAccount && <p className="text-sm text-muted">To move it, call the shop.</p>}
    </div>
  )
}

function Cancel({ token, appointment }: LinkedVisitProps) {
  const [asking, setAsking] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const { busy, problem, cancel } = useAnswer(token)
  const { packageName, appointmentDate, shopName, hold } = appointment
  return (
    <>
      <Button variant="ghost" className="text-muted" onClick={() => setAsking(true)}>
        Cancel Appointment
      </Button>
      <Dialog
        open={asking}
        onOpenChange={(open) => {
          if (!open && !busy) setAsking(false)
        }}
        title="Cancel this appointment?"
        description={`${packageName} on ${formatLongWallTime(appointmentDate)} at ${shopName}.`}
        initialFocus={keepButton}
        footer={
          <>
            <Button ref={keepButton} variant="secondary" disabled={busy} onClick={() => setAsking(false)}>
              Keep appointment
            </Button>
            <Button variant="danger" busy={busy} busyText="Cancelling..." onClick={() => void cancel()}>
              Cancel appointment
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p>{releaseSentence(heldCentsOf(hold), hold.card)}</p>
          <p className="text-muted">Your time slot will open up for someone else. This can’t be undone.</p>
          {problem !== null && <Alert tone="bad">{problem}</Alert>}
        </div>
      </Dialog>
    </>
  )
}
