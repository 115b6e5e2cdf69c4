import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Car, Clock, MapPin } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/appointments/appointments.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatLongWallTime, formatVehicle } from './appointment-words.ts'
import type { CardStatus } from './card-status.ts'
import { ChangePackage } from './change-package.tsx'
import { Reschedule } from './reschedule.tsx'

type AppointmentCardProps = { appointment: CustomerAppointment; status: CardStatus }

/** One appointment, and in the same place the two ways to change it. */
export function AppointmentCard({ appointment, status }: AppointmentCardProps) {
  const [mode, setMode] = useState<'none' | 'product' | 'datetime'>('none')
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const { packageName, installationTime, vehicleInfo, shopName, shopLocation } = appointment

  // The control that was pressed is gone with its form, so the focus returns to the card it belongs to.
  const close = () => {
    setMode('none')
    heading.current?.focus()
  }

  return (
    <article aria-labelledby={headingId}>
      <Card className={status.isPast ? 'bg-transparent shadow-none' : ''}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <p className="text-[0.9375rem] text-muted">{packageName}</p>
            <h2
              id={headingId}
              ref={heading}
              tabIndex={-1}
              className="mt-1 text-xl leading-snug font-semibold sm:text-2xl"
            >
              <LongWallTime text={appointment.appointmentDate} />
            </h2>
          </div>
          <Badge tone={status.tone}>{status.label}</Badge>
        </div>
        <ul className="mt-5 grid gap-3 border-t border-line pt-5 text-[0.9375rem] sm:grid-cols-2 lg:grid-cols-3">
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
        {mode === 'none' && status.lockedBecause === null && (
          <div className="mt-6 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setMode('product')}>
              Change Package
            </Button>
            <Button variant="secondary" onClick={() => setMode('datetime')}>
              Reschedule
            </Button>
          </div>
        )}
        {status.lockedBecause !== null && !status.isPast && (
          <p className="mt-5 text-sm text-muted">{status.lockedBecause}</p>
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
