import { useEffect } from 'react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { CardStatus } from './card-status.ts'
import { CancelAppointment } from './cancel-appointment.tsx'
import { ReceiptButton } from './receipt-button.tsx'
import type { EditMode } from './use-edit-mode.ts'

function ChangeLoading() {
  return <Spinner label="Loading..." className="mt-6 text-muted" />
}

// The calendar alone weighs as much as the list, so it loads after the list.
const ChangePackage = lazyComponent(
  () => import('./change-package.tsx').then((module) => module.ChangePackage),
  ChangeLoading,
)
const Reschedule = lazyComponent(
  () => import('./reschedule.tsx').then((module) => module.Reschedule),
  ChangeLoading,
)
const ChangeCard = lazyComponent(
  () => import('./change-card.tsx').then((module) => module.ChangeCard),
  ChangeLoading,
)
const CorrectContact = lazyComponent(
  () => import('./correct-contact.tsx').then((module) => module.CorrectContact),
  ChangeLoading,
)

type AppointmentChangesProps = {
  appointment: CustomerAppointment
  status: CardStatus
  changing: EditMode
  size?: 'small' | 'regular'
}

/**
 * The controls to change an appointment, or the reason why there are none, and the open editor in the same
 * place.
 */
export function AppointmentChanges({
  appointment,
  status: { lockedBecause, canCancel },
  changing: { mode, setMode, wanted },
  size = 'regular',
}: AppointmentChangesProps) {
  const close = () => setMode('none')
  const canChange = lockedBecause === null
  useEffect(() => {
    if (!canChange) return
    void ChangePackage.preload()
    void Reschedule.preload()
  }, [canChange])
  if (mode !== 'none') {
    if (mode === 'contact') return <CorrectContact appointment={appointment} onClose={close} />
    if (mode === 'card') return <ChangeCard appointment={appointment} onClose={close} />
    if (mode === 'datetime') return <Reschedule appointment={appointment} wanted={wanted} onClose={close} />
    const reschedule = () => setMode('datetime')
    return <ChangePackage appointment={appointment} onClose={close} onReschedule={reschedule} />
  }
  return (
    <>
      {lockedBecause !== null && <p className="mt-4 text-sm text-muted">{lockedBecause}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        <ReceiptButton
          appointment={appointment}
          size={size}
          className="max-sm:flex-1 max-sm:whitespace-nowrap"
        />
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
        <Button
          variant="secondary"
          size={size}
          className="max-sm:flex-1 max-sm:whitespace-nowrap"
          onClick={() => setMode('contact')}
        >
          Correct Contact
        </Button>
        {canCancel && <CancelAppointment appointment={appointment} size={size} />}
      </div>
    </>
  )
}
