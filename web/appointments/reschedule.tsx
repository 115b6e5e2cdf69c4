import { useState } from 'react'
import type { CustomerAppointment } from '../../contract/appointments/appointments.ts'
import { bookingWindow, isDayInWindow } from '../../contract/appointments/booking-window.ts'
import { formatLongDay } from '../../contract/time.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Calendar } from '../ui/calendar.tsx'
import { toast } from '../ui/toast.ts'
import { ClockNote } from './clock-note.tsx'
import { EditPanel } from './edit-panel.tsx'
import { useFreeSlots, useSettings, useShops } from './queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { isOpenOn } from './shop-hours.ts'
import { SlotPicker } from './slot-picker.tsx'
import { useChange } from './use-change.ts'

type RescheduleProps = { appointment: CustomerAppointment; onClose: () => void }

export function Reschedule({ appointment, onClose }: RescheduleProps) {
  const settings = useSettings()
  return (
    <EditPanel title="Reschedule">
      <QueryState query={settings} loading="Loading...">
        {({ now }) => <NewTime appointment={appointment} now={Date.parse(now)} onClose={onClose} />}
      </QueryState>
    </EditPanel>
  )
}

/** Refusals after which the grid on screen is known to be old. */
const gridIsOld = ['slot_taken', 'day_not_bookable', 'ends_after_closing', 'not_a_start_time']

function NewTime({ appointment, now, onClose }: RescheduleProps & { now: number }) {
  const { id, shopId, timeZone } = appointment
  const shops = useShops()
  const shop = shops.data?.find((each) => each.id === shopId)
  const [day, setDay] = useState<string | null>(null)
  const [time, setTime] = useState<string | null>(null)
  const slots = useFreeSlots({ date: day, shopId, appointmentId: id })
  const change = useChange(id)
  const window = bookingWindow(now, timeZone)
  const slot = slots.data?.find((each) => each.time === time && each.available)

  const save = () => {
    if (day === null || !slot || change.isPending) return
    change.mutate(
      { date: day, time: slot.time },
      {
        onSuccess: () => {
          toast({
            title: 'Appointment rescheduled',
            description: `${formatLongDay(day)} at ${slot.displayTime}`,
          })
          onClose()
        },
        onError: (error) => {
          if (error.code === null || !gridIsOld.includes(error.code)) return
          setTime(null)
          void slots.refetch()
        },
      },
    )
  }

  return (
    <>
      <div className="grid gap-8 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Calendar
          label="New date"
          value={day}
          onChange={(chosen) => {
            setDay(chosen)
            setTime(null)
            change.reset()
          }}
          firstDay={window.firstDay}
          lastDay={window.lastDay}
          isDisabled={(each) => !isDayInWindow(each, window) || (shop !== undefined && !isOpenOn(shop, each))}
          className="sm:w-80"
        />
        <div className="min-w-0">
          <h5 className="mb-3 font-medium">Select a Time Slot</h5>
          {day !== null && <ClockNote timeZone={timeZone} day={day} />}
          <SlotPicker slots={slots} hasDay={day !== null} value={time} onChange={setTime} />
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
          {change.error.message}
        </Alert>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button disabled={day === null || !slot} busy={change.isPending} busyText="Saving..." onClick={save}>
          Save Changes
        </Button>
        <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  )
}
