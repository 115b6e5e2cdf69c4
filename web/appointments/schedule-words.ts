import { countLeft, type FreeDay } from '../../contract/slots/free-days.ts'
import { slotReasons, type Slot } from '../../contract/slots/free-slots.ts'

/** Why an appointment's current start cannot be selected. */
export const presentTime = 'your current time'

/** Shown when free times take longer than a second to load. */
export const onTheirWay = 'Loading the times...'

const shortDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

/** 'Tuesday, December 1' of a calendar day: inside the booking window the year is redundant. */
export function formatNearDay(day: string): string {
  return shortDay.format(Date.parse(`${day}T00:00:00Z`))
}

export type DayState = { note: string; left: number; level: number; canBeLookedAt: boolean }

/**
 * A day in two words: '5 times', 'Full', 'Closed'. `level` is the free share of its starts, from 0 to 1. A
 * full day can still be opened: its starts say why.
 */
export function describeDay(slots: readonly Slot[]): DayState {
  const { left, of } = countLeft(slots)
  const reasons = new Set(slots.map(({ reason }) => reason))
  const only = reasons.size === 1 ? [...reasons][0] : undefined
  if (left > 0) return { note: countOf(left), left, level: left / of, canBeLookedAt: true }
  const none = { left, level: 0 }
  if (only === slotReasons.closed) return { ...none, note: 'Closed', canBeLookedAt: false }
  if (only === slotReasons.dayNotBookable) return { ...none, note: 'Too soon', canBeLookedAt: false }
  const someTaken = of > 0 || reasons.has(presentTime)
  return { ...none, note: someTaken ? 'Full' : 'No times', canBeLookedAt: true }
}

function countOf(times: number): string {
  return times === 1 ? '1 time' : `${times} times`
}

/** A sentence about a day's starts. */
export function describeStarts(day: string, slots: readonly Slot[]): string {
  const { left } = countLeft(slots)
  if (left === 0) return 'No open times on this day. Select another date.'
  return `${left} open ${left === 1 ? 'time' : 'times'} on ${formatNearDay(day)}`
}

/**
 * The days with the appointment's current start marked as not selectable: moving there would change nothing.
 */
export function withoutPresent(
  days: readonly FreeDay[],
  present: { day: string; time: string } | null,
): FreeDay[] {
  return days.map(({ date, slots }) => ({
    date,
    slots:
      date === present?.day
        ? slots.map((slot) =>
            slot.time === present.time ? { ...slot, available: false, reason: presentTime } : slot,
          )
        : slots,
  }))
}
