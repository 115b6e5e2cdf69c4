import { useEffect } from 'react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { CardStatus } from './card-status.ts'
import { CancelAppointment } from './cancel-appointment.tsx'
import type { Changing } from './use-changing.ts'

function ChangeLoading() {
  return <Spinner label="Loading..." className="mt-6 text-muted" />
}

// The calendar alone weighs as much as the list: fetched once the list is there.
const ChangePackage = later(
  () => import('./change-package.tsx').then((module) => module.ChangePackage),
  ChangeLoading,
)
const Reschedule = later(() => import('./reschedule.tsx').then((module) => module.Reschedule), ChangeLoading)

type AppointmentChangesProps = {
  appointment: CustomerAppointment
  status: CardStatus
  changing: Changing
  size?: 'small' | 'regular'
}

/** The ways to change an appointment, or why there are none, and in the same place the one that is open. */
export function AppointmentChanges({
  appointment,
  status: { lockedBecause, canCancel },
  changing: { mode, setMode },
  size = 'regular',
}: AppointmentChangesProps) {
  const close = () => setMode('none')
  const canChange = lockedBecause === null
  useEffect(() => {
    if (!canChange) return
    void ChangePackage.fetch()
    void Reschedule.fetch()
  }, [canChange])
  if (mode !== 'none') {
    const Change = mode === 'product' ? ChangePackage : Reschedule
    return <Change appointment={appointment} onClose={close} />
  }
  return (
    <>
      {lockedBecause !== null && <p className="mt-4 text-sm text-muted">{lockedBecause}</p>}
      {(lockedBecause === null || canCancel) && (
        <div className="mt-6 flex flex-wrap gap-3">
          {lockedBecause === null && (
            <>
              <Button
                variant="secondary"
                size={size}
                className="max-sm:flex-1 max-sm:whitespace-nowrap"
                onClick={() => setMode('product')}
              >
                Change Package
              </Button>
              <Button
                variant="secondary"
                size={size}
                className="max-sm:flex-1"
                onClick={() => setMode('datetime')}
              >
                Reschedule
              </Button>
            </>
          )}
          {canCancel && <CancelAppointment appointment={appointment} size={size} />}
        </div>
      )}
    </>
  )
}
