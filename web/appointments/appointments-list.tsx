import { CalendarPlus, RefreshCw } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { CallError } from '../api/client.ts'
import { refreshSession } from '../identity/session.ts'
import { Page } from '../layout/page.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { useStore } from '../ui/external-store.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { AppointmentSection, FormerAppointments } from './appointment-section.tsx'
import { AppointmentsSkeleton } from './appointments-skeleton.tsx'
import { isBegun } from './booking-draft.ts'
import { bookingRefusal } from './booking-refusal.ts'
import { goOn } from './booking-history.ts'
import { firstUnfinishedStep } from './booking-steps.ts'
import { useDraft } from './draft-store.ts'
import { claimOf, isOrderOf } from './claim-facts.ts'
import { listSections } from './list-sections.ts'
import { NoAppointments } from './no-appointments.tsx'
import { StaleDataAlert } from '../ui/stale-data-alert.tsx'
import { useEachNewDay, useServerNow } from './server-clock.ts'
import { useAppointments, useSettings } from './queries.ts'

// Short enough for two buttons in one row on a phone.
const beside = 'max-sm:px-3 max-sm:text-sm max-sm:[&_svg]:size-4'

export function AppointmentsList({ user }: { user: User }) {
  const appointments = useAppointments(user.email)
  const settings = useSettings()
  const now = useServerNow()
  const { busy, run } = useSingleFlight()
  const canBook = isAllowed(user.role, 'ownAppointment.book')
  const refusal = useStore(bookingRefusal)

  const refresh = () =>
    run(async () => {
      const [answer] = await Promise.all([appointments.refetch(), settings.refetch()])
      // After the session has ended, the guard redirects to the login screen.
      if (answer.error instanceof CallError && answer.error.status === 401) await refreshSession()
    })

  const { data, error, dataUpdatedAt, isFetching } = appointments
  // Holds and days are worded by the shop's day at the time of the reply.
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
            // No longer than the button's own label: on a phone it would wrap and move the list.
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
      {/* Fills the remaining height, so that the footer does not move with the list. */}
      <div className="grid min-h-[calc(100dvh-14rem)] content-start gap-6">
        {canBook && refusal !== null && <Alert>{refusal}</Alert>}
        {canBook && refusal === null && <UnfinishedOrder owner={user.id} appointments={data} />}
        {error !== null && data === undefined && (
          <ErrorState message={error.message} retrying={busy || isFetching} onRetry={() => void refresh()} />
        )}
        {error !== null && data !== undefined && (
          <StaleDataAlert
            problem={error.message}
            loadedAt={dataUpdatedAt}
            retrying={busy || isFetching}
            onRetry={() => void refresh()}
          />
        )}
        {error === null && (data === undefined || now === null) && <AppointmentsSkeleton />}
        {data !== undefined && now !== null && <Loaded appointments={data} now={now} canBook={canBook} />}
      </div>
    </Page>
  )
}

type UnfinishedOrderProps = { owner: string; appointments: readonly CustomerAppointment[] | undefined }

/** The unfinished booking of this tab, one press away. */
function UnfinishedOrder({ owner, appointments }: UnfinishedOrderProps) {
  const draft = useDraft(owner)
  if (!isBegun(draft)) return null
  const claims = appointments?.map(claimOf).filter((claim) => claim !== null)
  const isPending = claims?.some((claim) => isOrderOf(claim, draft)) ?? true
  return (
    <Alert>
      <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span>
          {draft.attempt && !isPending
            ? 'We don’t know yet whether your last appointment was booked.'
            : 'You didn’t finish booking.'}
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
            No upcoming appointments
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
