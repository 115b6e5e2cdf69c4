import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Car, Clock, MapPin } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/appointments/appointments.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatLongWallTime, formatVehicle } from './appointment-words.ts'
import type { CardStatus } from './card-status.ts'
import { CancelAppointment } from './cancel-appointment.tsx'
import { takeCancelled } from './cancelled-just-now.ts'
import { ChangePackage } from './change-package.tsx'
import { HoldNote } from './hold-note.tsx'
import { Reschedule } from './reschedule.tsx'

type AppointmentCardProps = { appointment: CustomerAppointment; status: CardStatus }

/** One appointment, how its card is held, and in the same place the ways to change it. */
export function AppointmentCard({ appointment, status }: AppointmentCardProps) {
  const [mode, setMode] = useState<'none' | 'product' | 'datetime'>('none')
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const { packageName, installationTime, vehicleInfo, shopName, shopLocation } = appointment

  // A card that was cancelled just now appears anew in its section; whoever pressed the button goes on there.
  useEffect(() => {
    if (takeCancelled(appointment.id)) heading.current?.focus()
  }, [appointment.id])

  // The control that was pressed is gone with its form, so the focus returns to the card it belongs to: once a question
  // that lay over the page lets go of it.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (mode === 'none' && wasOpen.current) heading.current?.focus()
    wasOpen.current = mode !== 'none'
  }, [mode])
  const close = () => setMode('none')

  return (
    <article aria-labelledby={headingId}>
      <Card className={status.section === 'upcoming' ? '' : 'bg-transparent shadow-none'}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <p className="text-ui text-muted">{packageName}</p>
            <h3
              id={headingId}
              ref={heading}
              tabIndex={-1}
              className="mt-1 text-xl leading-snug font-semibold sm:text-2xl"
            >
              <LongWallTime text={appointment.appointmentDate} />
            </h3>
          </div>
          <Badge tone={status.tone}>{status.label}</Badge>
        </div>
        <ul className="mt-5 grid gap-3 border-t border-line pt-5 text-ui sm:grid-cols-2 lg:grid-cols-3">
          <Fact icon={<Clock />} name="Installation time">
            {installationTime}
          </Fact>
          <Fact icon={<Car />} name="Vehicle">
            {formatVehicle(vehicleInfo)}
            {vehicleInfo?.vin && (
              <span className="block text-sm break-all text-muted">VIN: {vehicleInfo.vin}</span>
            )}
          </Fact>
          <Fact icon={<MapPin />} name="Location">
            {shopName}
            <span className="block text-sm text-muted">{shopLocation}</span>
          </Fact>
        </ul>
        <HoldNote appointment={appointment} />
        {status.lockedBecause !== null && status.section === 'upcoming' && (
          <p className="mt-5 text-sm text-muted">{status.lockedBecause}</p>
        )}
        {mode === 'none' && (status.lockedBecause === null || status.canCancel) && (
          <div className="mt-6 flex flex-wrap gap-3">
            {status.lockedBecause === null && (
              <>
                <Button variant="secondary" onClick={() => setMode('product')}>
                  Change Package
                </Button>
                <Button variant="secondary" onClick={() => setMode('datetime')}>
                  Reschedule
                </Button>
              </>
            )}
            {status.canCancel && <CancelAppointment appointment={appointment} />}
          </div>
        )}
        {mode === 'product' && <ChangePackage appointment={appointment} onClose={close} />}
        {mode === 'datetime' && <Reschedule appointment={appointment} onClose={close} />}
      </Card>
    </article>
  )
}

/** Day and time, each unbroken where the line is long enough for it. */
function LongWallTime({ text }: { text: string }) {
  const [day, time] = formatLongWallTime(text).split(' at ')
  return (
    <>
      <span className="inline-block">{day}</span>
      {time !== undefined && (
        <>
          {' '}
          <span className="inline-block">at {time}</span>
        </>
      )}
    </>
  )
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span aria-hidden="true" className="mt-0.5 text-ember [&>svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0">
        <span className="sr-only">{name}: </span>
        {children}
      </span>
    </li>
  )
}
