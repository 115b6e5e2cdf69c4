import { useId } from 'react'
import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'
import { AppointmentCard } from './appointment-card.tsx'
import type { ListedAppointment } from './list-sections.ts'

type AppointmentSectionProps = {
  title: string
  titleHidden?: boolean
  isFirst?: boolean
  children?: ReactNode
}

/** A section of My Appointments. */
export function AppointmentSection({
  title,
  titleHidden = false,
  isFirst = false,
  children,
}: AppointmentSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames('grid gap-5', !isFirst && 'mt-6 border-t border-line pt-8')}
    >
      <h2 id={id} className={titleHidden ? 'sr-only' : 'text-xl font-semibold'}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Appointments shown before the rest is expanded. */
const mostShown = 4

/** Past appointments side by side; the older ones folded away. */
export function FormerAppointments({ listed, now }: { listed: readonly ListedAppointment[]; now: number }) {
  const rest = listed.slice(mostShown)
  return (
    <>
      <Cards listed={listed.slice(0, mostShown)} now={now} isAlone={listed.length === 1} />
      {rest.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control font-medium text-link [&::-webkit-details-marker]:hidden">
            <ChevronDown className="size-5 transition-transform group-open:rotate-180" aria-hidden="true" />
            <span className="underline underline-offset-4">
              {rest.length === 1 ? '1 earlier appointment' : `${rest.length} earlier appointments`}
            </span>
          </summary>
          <div className="mt-5">
            <Cards listed={rest} now={now} />
          </div>
        </details>
      )}
    </>
  )
}

type CardsProps = { listed: readonly ListedAppointment[]; now: number; isAlone?: boolean }

function Cards({ listed, now, isAlone = false }: CardsProps) {
  return (
    <div className={classNames('grid gap-4', !isAlone && 'lg:grid-cols-2')}>
      {listed.map((each) => (
        <AppointmentCard key={each.appointment.id} {...each} now={now} isAlone={isAlone} />
      ))}
    </div>
  )
}
