import { useState } from 'react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { bookingWindow, isDayInWindow } from '../../contract/slots/booking-window.ts'
import { formatCents } from '../../contract/money.ts'
import { formatLongDay } from '../../contract/time.ts'
import type { CallError } from '../api/client.ts'
import { isFeeDue } from '../payments/fee-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Calendar } from '../ui/calendar.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { calendarDays } from './calendar-days.ts'
import { EditPanel } from './edit-panel.tsx'
import { NextFreeSlot } from './next-free-slot.tsx'
import { useSettings, useShops } from './queries.ts'
import { startOfWallTime, takenSentence } from './reschedule-words.ts'
import { RescheduleSkeleton } from './schedule-skeleton.tsx'
import { useServerNow } from './server-clock.ts'
import { SlotPicker } from './slot-picker.tsx'
import { TimeZoneNote } from './time-zone-note.tsx'
import { useShopTimes } from './use-shop-times.ts'

/** The facts of an appointment on which another start depends. */
export type Movable = Pick<
  CustomerAppointment,
  'id' | 'shopId' | 'timeZone' | 'appointmentDate' | 'earlierTime' | 'cancelFee'
>

/** The request for another start, as a mutation. */
type StartChange = {
  mutate: (
    start: { date: string; time: string },
    then: { onSuccess: () => void; onError: (error: CallError) => void },
  ) => void
  isPending: boolean
  error: CallError | null
  reset: () => void
}

/** Its heading and its buttons. */
const ownWords = {
  title: 'Reschedule',
  level: 4 as 3 | 4,
  save: 'Save Changes',
  saving: 'Saving...',
  close: 'Cancel',
}

type NewTimeProps = {
  words?: typeof ownWords
  appointment: Movable
  /** The wall time that is chosen at first. */
  wanted: string | null
  change: StartChange
  /** Gets the new start in words. */
  onMoved: (words: string) => void
  onClose: () => void
}

/** The choice of another start for an appointment, among the free ones of its shop. */
export function NewTime(props: NewTimeProps) {
  const { title, level } = props.words ?? ownWords
  const settings = useSettings()
  const now = useServerNow()
  return (
    <EditPanel title={title} level={level}>
      {settings.data && now !== null ? (
        <>
          <LateNote fee={props.appointment.cancelFee} now={now} />
          <Choice {...props} now={now} />
        </>
      ) : settings.isError ? (
        <ErrorState
          message={settings.error.message}
          retrying={settings.isFetching}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <RescheduleSkeleton />
      )}
    </EditPanel>
  )
}

/** No move makes a late cancellation free. */
function LateNote({ fee, now }: { fee: Movable['cancelFee']; now: number }) {
  if (fee === null || !isFeeDue(fee, now)) return null
  return (
    <p className="mb-4 text-ui text-muted">
      Moving is free. Cancelling still costs {formatCents(fee.feeCents)} after it.
    </p>
  )
}

/** Refusals that prove the times on screen to be stale. */
const timesAreOld = ['slot_taken', 'day_not_bookable', 'ends_after_closing', 'not_a_start_time']

function Choice({ words = ownWords, ...props }: NewTimeProps & { now: number }) {
  const { appointment, wanted, change, now, onMoved, onClose } = props
  const TimesHeading = words.level === 3 ? 'h4' : 'h5'
  const [proposed] = useState(() => (wanted === null ? null : startOfWallTime(wanted)))
  const { id, shopId, timeZone } = appointment
  const shops = useShops()
  const shop = shops.data?.find((each) => each.id === shopId)
  const [chosenDay, setDay] = useState<string | null>(proposed?.day ?? null)
  const [time, setTime] = useState<string | null>(proposed?.time ?? null)
  const window = bookingWindow(now, timeZone)
  // The booking window moves on while the page is open.
  const day = chosenDay !== null && isDayInWindow(chosenDay, window) ? chosenDay : null
  const present = startOfWallTime(appointment.appointmentDate)
  const times = useShopTimes({ shopId, firstDay: window.firstDay, moving: { appointmentId: id, present } })
  const slot = times.slotsOf(day)?.find((each) => each.time === time && each.available)

  const isProposed = proposed !== null && proposed.time === time && proposed.day === chosenDay
  const isPresent = proposed?.day === present?.day && proposed?.time === present?.time
  const isProposalGone = isProposed && !isPresent && !slot && times.days !== undefined

  const choose = (newDay: string, newTime: string | null) => {
    setDay(newDay)
    setTime(newTime)
    change.reset()
    if (newDay !== day) times.refetch()
  }
  const save = () => {
    if (day === null || !slot || change.isPending) return
    change.mutate(
      { date: day, time: slot.time },
      {
        onSuccess: () => onMoved(`${formatLongDay(day)} at ${slot.displayTime}`),
        onError: (error) => {
          if (error.code === null || !timesAreOld.includes(error.code)) return
          setTime(null)
          times.refetch()
        },
      },
    )
  }

  return (
    <>
      {isProposalGone && (
        <Alert tone="warn" className="mb-6">
          {takenSentence(appointment, day === null ? 'too late' : 'just taken')}
        </Alert>
      )}
      {!(times.error && !times.days) && (
        <div className="mb-6">
          <NextFreeSlot
            {...window}
            next={times.nextFree}
            otherwise="Check again tomorrow. Your appointment stays as it is."
            isChosen={times.nextFree?.date === day && times.nextFree?.slot.time === time}
            onTake={choose}
          />
        </div>
      )}
      <div className="grid gap-8 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Calendar
          label="New date"
          value={day}
          onChange={(chosen) => choose(chosen, null)}
          firstDay={window.firstDay}
          lastDay={window.lastDay}
          {...calendarDays({ window, shop, times, present })}
          className="sm:w-80"
        />
        <div className="min-w-0">
          <TimesHeading className="mb-3 font-medium">Select a Time Slot</TimesHeading>
          <TimeZoneNote timeZone={timeZone} day={day} />
          <SlotPicker
            times={times}
            day={day}
            value={time}
            onChange={(chosen) => day !== null && choose(day, chosen)}
          />
          {day !== null && slot && (
            <p className="mt-4 text-ui">
              <span className="text-muted">New time: </span>
              <strong className="font-semibold">
                {formatLongDay(day)} at {slot.displayTime}
              </strong>
            </p>
          )}
        </div>
      </div>
      {change.error && (
        <Alert tone="bad" className="mt-5">
          {change.error.code === 'slot_taken'
            ? takenSentence(appointment, 'just taken')
            : change.error.message}
        </Alert>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          className="max-sm:flex-1 max-sm:whitespace-nowrap"
          disabled={day === null || !slot}
          busy={change.isPending}
          busyText={words.saving}
          onClick={save}
        >
          {words.save}
        </Button>
        <Button
          variant="secondary"
          className="max-sm:flex-1 max-sm:whitespace-nowrap"
          disabled={change.isPending}
          onClick={onClose}
        >
          {words.close}
        </Button>
      </div>
    </>
  )
}
