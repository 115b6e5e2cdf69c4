import type { RefObject } from 'react'
import { parseWallTime } from '../../contract/time.ts'
import { hasWorkBegun } from '../../contract/workshop/work-states.ts'
import { Badge } from '../ui/badge.tsx'
import { formatDaysToGo } from './appointment-times.ts'
import { TimeZoneNote } from './time-zone-note.tsx'
import type { ListedAppointment } from './list-sections.ts'
import { LongWallTime } from './long-wall-time.tsx'
import { PackageScene } from './package-scene.tsx'

export type AppointmentHeadProps = ListedAppointment & {
  now: number
  heading: RefObject<HTMLHeadingElement | null>
  headingId: string
}

/** Header of the next appointment: how far ahead it is, its time, and a picture of the result. */
export function NextAppointmentHead({ appointment, status, now, heading, headingId }: AppointmentHeadProps) {
  const wall = parseWallTime(appointment.appointmentDate)
  const daysToGo = hasWorkBegun(appointment.workState) ? null : formatDaysToGo(appointment, now)
  return (
    <div className="always-dark relative isolate grid bg-canvas lg:min-h-88 lg:grid-cols-[minmax(0,1fr)_55%]">
      <div aria-hidden="true" className="relative h-44 sm:h-64 lg:order-2 lg:h-auto">
        <PackageScene
          productId={appointment.productId}
          make={appointment.vehicleInfo.make}
          className="absolute inset-0 size-full animate-fade object-cover object-[50%_38%] [mask-image:linear-gradient(to_bottom,black_45%,transparent)] lg:[mask-image:linear-gradient(to_right,transparent,black_55%)]"
        />
      </div>
      <div className="relative flex min-w-0 flex-col items-start justify-end p-5 pt-0 sm:p-8 sm:pt-0 lg:p-10 lg:pr-0">
        <Badge tone={status.tone}>{status.label}</Badge>
        {daysToGo !== null && (
          <p className="mt-4 text-headline leading-none font-semibold tracking-[-0.035em] sm:text-6xl">
            {daysToGo}
          </p>
        )}
        <h3
          id={headingId}
          ref={heading}
          tabIndex={-1}
          className="mt-4 text-xl leading-snug font-semibold sm:text-2xl"
        >
          <LongWallTime text={appointment.appointmentDate} />
        </h3>
        <p className="mt-1.5 text-muted">
          <bdi>{appointment.packageName}</bdi>, <span className="sr-only">Installation time: </span>
          {appointment.installationTime}
        </p>
        {wall !== null && (
          <div className="mt-1.5 [&>p]:mb-0">
            <TimeZoneNote timeZone={appointment.timeZone} day={wall.day} />
          </div>
        )}
      </div>
      <div aria-hidden="true" className="ambient-line absolute inset-x-0 bottom-0" />
    </div>
  )
}
