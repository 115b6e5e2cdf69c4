import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { CalendarPlus, CalendarX2, RefreshCw } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/appointments/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { CallError } from '../api/client.ts'
import { refreshSession } from '../identity/session.ts'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AppointmentCard } from './appointment-card.tsx'
import { isBegun } from './booking-draft.ts'
import { goOn } from './booking-history.ts'
import { firstUnfinishedStep } from './booking-steps.ts'
import { useDraft } from './draft-store.ts'
import { listSections, type ListedAppointment } from './list-sections.ts'
import { useAppointments, useSettings } from './queries.ts'

export function AppointmentsList({ user }: { user: User }) {
  const appointments = useAppointments(user.email)
  const settings = useSettings()
  const [refreshing, setRefreshing] = useState(false)
  const canBook = user.role === 'customer'
  const [browserNow] = useState(() => Date.now())

  const refresh = async () => {
    setRefreshing(true)
    const [answer] = await Promise.all([appointments.refetch(), settings.refetch()])
    setRefreshing(false)
    // Whoever is no longer signed in belongs on the login screen, and the guard sees to it.
    if (answer.error instanceof CallError && answer.error.status === 401) await refreshSession()
  }

  return (
    <Page
      title="My Appointments"
      width="wide"
      actions={
        <>
          <Button
            variant="secondary"
            busy={refreshing}
            busyText="Refreshing..."
            onClick={() => void refresh()}
          >
            <RefreshCw className="size-4" aria-hidden="true" />
            Refresh
          </Button>
          {canBook && (
            <Button onClick={() => goOn('list', 'vehicle')}>
              <CalendarPlus className="size-5" aria-hidden="true" />
              Schedule New Appointment
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-6">
        {canBook && <UnfinishedOrder owner={user.id} />}
        {appointments.isPending && (
          <div className="grid place-items-center py-20 text-muted">
            <Spinner label="Loading your appointments..." />
          </div>
        )}
        {appointments.isError && (
          <ErrorState
            message={appointments.error.message}
            retrying={refreshing || appointments.isFetching}
            onRetry={() => void refresh()}
          />
        )}
        {appointments.data && !appointments.isError && (
          <Loaded
            appointments={appointments.data}
            // The browser's clock stands in until the product's is there; the server decides in any case.
            now={settings.data ? Date.parse(settings.data.now) : browserNow}
            canBook={canBook}
          />
        )}
      </div>
    </Page>
  )
}

/** What was begun and not finished in this tab, one press away. */
function UnfinishedOrder({ owner }: { owner: string }) {
  const draft = useDraft(owner)
  if (!isBegun(draft)) return null
  return (
    <Alert>
      <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span>
          {draft.attempt
            ? 'We do not know yet whether your last appointment was booked.'
            : 'You have an appointment that is not finished.'}
        </span>
        <button
          type="button"
          onClick={() => goOn('list', firstUnfinishedStep(draft))}
          className="min-h-6 font-semibold underline underline-offset-4"
        >
          Continue where you left off
        </button>
      </p>
    </Alert>
  )
}

type LoadedProps = { appointments: readonly CustomerAppointment[]; now: number; canBook: boolean }

function Loaded({ appointments, now, canBook }: LoadedProps) {
  if (appointments.length === 0)
    return (
      <EmptyState icon={<CalendarX2 />} title="You don't have any appointments scheduled.">
        {canBook && (
          <a
            href={paths.bookingStep('vehicle')}
            onClick={(event) => {
              event.preventDefault()
              goOn('list', 'vehicle')
            }}
            className="inline-flex min-h-11 items-center font-medium text-link underline underline-offset-4 hover:no-underline"
          >
            Schedule your first appointment
          </a>
        )}
      </EmptyState>
    )
  const { upcoming, past, cancelled } = listSections(appointments, now)
  const isAlone = past.length + cancelled.length === 0
  return (
    <>
      <Section title="Upcoming" isFirst titleHidden={isAlone} listed={upcoming}>
        {upcoming.length === 0 && <p className="text-muted">You have no appointments ahead of you.</p>}
      </Section>
      {past.length > 0 && <Section title="Past" listed={past} />}
      {cancelled.length > 0 && <Section title="Cancelled" listed={cancelled} />}
    </>
  )
}

type SectionProps = {
  title: string
  titleHidden?: boolean
  isFirst?: boolean
  listed: readonly ListedAppointment[]
  children?: ReactNode
}

function Section({ title, titleHidden = false, isFirst = false, listed, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames('grid gap-6', !isFirst && 'mt-6 border-t border-line pt-8')}
    >
      <h2 id={id} className={titleHidden ? 'sr-only' : 'text-xl font-semibold'}>
        {title}
      </h2>
      {children}
      {listed.map(({ appointment, status }) => (
        <AppointmentCard key={appointment.id} appointment={appointment} status={status} />
      ))}
    </section>
  )
}
