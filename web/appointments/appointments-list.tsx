import { CalendarPlus, RefreshCw } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/appointments/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { CallError } from '../api/client.ts'
import { refreshSession } from '../identity/session.ts'
import { Page } from '../layout/page.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { AppointmentSection, FormerAppointments } from './appointment-section.tsx'
import { AppointmentsLoading } from './appointments-loading.tsx'
import { isBegun } from './booking-draft.ts'
import { goOn } from './booking-history.ts'
import { firstUnfinishedStep } from './booking-steps.ts'
import { useDraft } from './draft-store.ts'
import { listSections } from './list-sections.ts'
import { NoAppointments } from './no-appointments.tsx'
import { OldNote } from '../ui/old-note.tsx'
import { useEachNewDay, useProductNow } from './product-now.ts'
import { useAppointments, useSettings } from './queries.ts'

// Two buttons that a phone has room for in one row.
const beside = 'max-sm:px-3 max-sm:text-sm max-sm:[&_svg]:size-4'

export function AppointmentsList({ user }: { user: User }) {
  const appointments = useAppointments(user.email)
  const settings = useSettings()
  const now = useProductNow()
  const { busy, run } = useOneAtATime()
  const canBook = isAllowed(user.role, 'ownAppointment.book')

  const refresh = () =>
    run(async () => {
      const [answer] = await Promise.all([appointments.refetch(), settings.refetch()])
      // Whoever is no longer signed in belongs on the login screen, and the guard sees to it.
      if (answer.error instanceof CallError && answer.error.status === 401) await refreshSession()
    })

  const { data, error, dataUpdatedAt, isFetching } = appointments
  // What is said of each hold and day is of the shop's day on which it was asked for.
  const [first] = data ?? []
  useEachNewDay(first && [first.timeZone], () => void appointments.refetch())
  return (
    <Page
      title="My Appointments"
      width="wide"
      actions={
        <>
          <Button
            variant="secondary"
            busy={busy}
            // No longer than its own: on a phone the button beside it would go to the next line, and the list with it.
            busyText="Refresh"
            onClick={() => void refresh()}
            className={beside}
          >
            <RefreshCw className="size-4" aria-hidden="true" />
            Refresh
          </Button>
          {canBook && (
            <Button onClick={() => goOn('list', 'vehicle')} className={beside}>
              <CalendarPlus className="size-5" aria-hidden="true" />
              Schedule New Appointment
            </Button>
          )}
        </>
      }
    >
      {/* As high as the window leaves room for, so that what stands under the page does not come and go with the list. */}
      <div className="grid min-h-[calc(100dvh-14rem)] content-start gap-6">
        {canBook && <UnfinishedOrder owner={user.id} />}
        {error !== null && data === undefined && (
          <ErrorState message={error.message} retrying={busy || isFetching} onRetry={() => void refresh()} />
        )}
        {error !== null && data !== undefined && (
          <OldNote
            problem={error.message}
            loadedAt={dataUpdatedAt}
            retrying={busy || isFetching}
            onRetry={() => void refresh()}
          />
        )}
        {error === null && (data === undefined || now === null) && <AppointmentsLoading />}
        {data !== undefined && now !== null && <Loaded appointments={data} now={now} canBook={canBook} />}
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
  if (appointments.length === 0) return <NoAppointments canBook={canBook} />
  const { upcoming, past, cancelled } = listSections(appointments, now)
  const isAlone = past.length + cancelled.length === 0
  return (
    <>
      <AppointmentSection title="Upcoming" isFirst titleHidden={isAlone}>
        {upcoming.length === 0 && (
          <p className="rounded-card border border-dashed border-line-strong/60 px-6 py-10 text-center text-muted">
            You have no appointments ahead of you.
          </p>
        )}
        {upcoming.map((each, index) => (
          <AppointmentCard key={each.appointment.id} {...each} now={now} isNext={index === 0} />
        ))}
      </AppointmentSection>
      {past.length > 0 && (
        <AppointmentSection title="Past">
          <FormerAppointments listed={past} now={now} />
        </AppointmentSection>
      )}
      {cancelled.length > 0 && (
        <AppointmentSection title="Cancelled">
          <FormerAppointments listed={cancelled} now={now} />
        </AppointmentSection>
      )}
    </>
  )
}
