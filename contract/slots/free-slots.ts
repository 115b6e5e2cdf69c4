import * as z from 'zod/mini'
import { formatTwelveHour, wallClock } from '../time.ts'

/** A start of the time grid. `time` is 24-hour without a leading zero: '9:00', '16:00'. */
export const slot = z.object({
  time: z.string(),
  displayTime: z.string(),
  available: z.boolean(),
  /** Only on unavailable slots. */
  reason: z.optional(z.string()),
})
export type Slot = z.infer<typeof slot>

export const slotReasons = {
  dayNotBookable: 'not a bookable day',
  closed: 'closed on this day',
  beforeOpening: 'before opening',
  endsAfterClosing: 'ends after closing',
  taken: 'taken',
} as const
type SlotReason = (typeof slotReasons)[keyof typeof slotReasons]

/** The eight hourly starts, in minutes since midnight of the shop's wall time: 9:00 to 16:00. */
export const startMinutes: readonly number[] = [9, 10, 11, 12, 13, 14, 15, 16].map((hour) => hour * 60)

/** A busy period of a bay: from (inclusive) to (exclusive), both instants. */
export type BusyTime = { from: number; to: number }

/** The facts about one day of one shop. */
export type ShopDay = {
  /** Calendar day in the shop's zone. */
  day: string
  /** The shop's IANA zone. */
  zone: string
  /** Whether the day lies in the booking window and is a weekday. */
  bookable: boolean
  /** Opening and closing in minutes since midnight; null when closed (weekday or closure). */
  hours: { opens: number; closes: number } | null
  /** The busy times of each bay of the shop; an empty list is a bay that is free all day. */
  bays: readonly (readonly BusyTime[])[]
}

/** The job's time and the indexes of the free bays in `bays`, or the reason why the start is not possible. */
export type StartAnswer =
  | { free: true; job: BusyTime; freeBays: number[] }
  | { free: false; reason: SlotReason }

/**
 * For a start: the time of the job, or the reason why opening hours or the calendar forbid it, regardless of
 * bays.
 */
function workingHours(
  shopDay: ShopDay,
  durationMinutes: number,
): (startMinute: number) => BusyTime | SlotReason {
  const { hours } = shopDay
  if (!shopDay.bookable) return () => slotReasons.dayNotBookable
  if (!hours) return () => slotReasons.closed
  const instantOf = wallClock(shopDay.day, shopDay.zone)
  // A closing time that clocks skip is the instant of the change, which is the same clock time one hour
  // later.
  const closing = instantOf(hours.closes) ?? instantOf(hours.closes + 60) ?? Number.NEGATIVE_INFINITY
  return (startMinute) => {
    if (startMinute < hours.opens) return slotReasons.beforeOpening
    const from = instantOf(startMinute)
    // Clocks skip this start on this day.
    if (from === null) return slotReasons.dayNotBookable
    const job = { from, to: from + durationMinutes * 60_000 }
    return job.to > closing ? slotReasons.endsAfterClosing : job
  }
}

/** Whether a bay has no other job during a job. */
export function isFreeFor(bay: readonly BusyTime[], job: BusyTime): boolean {
  return bay.every((busy) => busy.to <= job.from || job.to <= busy.from)
}

/**
 * Whether a job of `durationMinutes` (real, elapsed minutes) may start at `startMinute` of the shop's wall
 * clock: the day is bookable, the shop is open for the whole job, and some bay is free from the start to the
 * end.
 */
export function answerStart(shopDay: ShopDay, startMinute: number, durationMinutes: number): StartAnswer {
  const job = workingHours(shopDay, durationMinutes)(startMinute)
  if (typeof job === 'string') return { free: false, reason: job }
  const freeBays = shopDay.bays.flatMap((bay, index) => (isFreeFor(bay, job) ? [index] : []))
  return freeBays.length > 0 ? { free: true, job, freeBays } : { free: false, reason: slotReasons.taken }
}

/**
 * Every possible slot: each start, free or with one of the reasons. Frozen, because all replies share these
 * objects.
 */
const shownStarts = startMinutes.map((startMinute) => {
  const shown = {
    time: `${Math.floor(startMinute / 60)}:${String(startMinute % 60).padStart(2, '0')}`,
    displayTime: formatTwelveHour(startMinute),
  }
  const unavailable = Object.values(slotReasons).map((reason) => [
    reason,
    Object.freeze({ ...shown, available: false, reason }),
  ])
  return {
    startMinute,
    free: Object.freeze({ ...shown, available: true }),
    unavailable: Object.fromEntries(unavailable) as Record<SlotReason, Slot>,
  }
})

/**
 * The eight hourly starts of a day for a job of `durationMinutes`, each available or with the reason why it
 * is not.
 */
export function listFreeSlots(shopDay: ShopDay, durationMinutes: number): Slot[] {
  const jobAt = workingHours(shopDay, durationMinutes)
  return shownStarts.map(({ startMinute, free, unavailable }) => {
    const job = jobAt(startMinute)
    if (typeof job === 'string') return unavailable[job]
    return shopDay.bays.some((bay) => isFreeFor(bay, job)) ? free : unavailable[slotReasons.taken]
  })
}
