import * as z from 'zod/mini'
import { formatTwelveHour, wallClock } from '../time.ts'

/** A start as the time grid shows it. `time` is 24-hour without a leading zero: '9:00', '16:00'. */
export const slot = z.object({
  time: z.string(),
  displayTime: z.string(),
  available: z.boolean(),
  /** Why it cannot be chosen; only on unavailable ones. */
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

/** The eight hourly starts, in minutes since midnight on the shop's wall: 9:00 to 16:00. */
export const startMinutes: readonly number[] = [9, 10, 11, 12, 13, 14, 15, 16].map((hour) => hour * 60)

/** A time a bay is taken: from (inclusive) to (exclusive), both instants. */
export type BusyTime = { from: number; to: number }

/** What the rule looks at for one day of one shop. */
export type ShopDay = {
  /** Calendar day in the shop's zone. */
  day: string
  /** The shop's IANA zone. */
  zone: string
  /** Whether the day lies in the booking window and is a weekday. */
  bookable: boolean
  /** Opening and closing in minutes since midnight; null when closed (weekday off, or a closure). */
  hours: { opens: number; closes: number } | null
  /** The busy times of each bay of the shop. A bay without any is free all day. */
  bays: readonly (readonly BusyTime[])[]
}

/** What may start at this minute of the day: the job's time and the places in `bays` that are free for it, or the reason it may not. */
export type StartAnswer = { free: true; job: BusyTime; freeBays: number[] } | { free: false; reason: string }

function overlaps(a: BusyTime, b: BusyTime): boolean {
  return a.from < b.to && b.from < a.to
}

/** A day's rule with what is the same for all its starts worked out once. */
function startRule(shopDay: ShopDay, durationMinutes: number): (startMinute: number) => StartAnswer {
  const { hours } = shopDay
  if (!shopDay.bookable) return () => ({ free: false, reason: slotReasons.dayNotBookable })
  if (!hours) return () => ({ free: false, reason: slotReasons.closed })
  const instantOf = wallClock(shopDay.day, shopDay.zone)
  // A closing time that clocks skip comes at the change itself: no later than the same clock time an hour on.
  const closing = instantOf(hours.closes) ?? instantOf(hours.closes + 60) ?? Number.NEGATIVE_INFINITY
  return (startMinute) => {
    if (startMinute < hours.opens) return { free: false, reason: slotReasons.beforeOpening }
    const from = instantOf(startMinute)
    // A start that clocks skip on this day does not exist, so nothing can begin at it.
    if (from === null) return { free: false, reason: slotReasons.dayNotBookable }
    const job = { from, to: from + durationMinutes * 60_000 }
    if (job.to > closing) return { free: false, reason: slotReasons.endsAfterClosing }
    const freeBays = shopDay.bays.flatMap((bay, index) =>
      bay.some((busy) => overlaps(busy, job)) ? [] : [index],
    )
    return freeBays.length > 0 ? { free: true, job, freeBays } : { free: false, reason: slotReasons.taken }
  }
}

/**
 * Whether a job of `durationMinutes` (real, elapsed minutes) may start at `startMinute` of the shop's wall clock: the day
 * is bookable, the shop is open for the whole job, and some bay is free from the start to the end.
 */
export function answerStart(shopDay: ShopDay, startMinute: number, durationMinutes: number): StartAnswer {
  return startRule(shopDay, durationMinutes)(startMinute)
}

const shownStarts = startMinutes.map((startMinute) => ({
  startMinute,
  time: `${Math.floor(startMinute / 60)}:${String(startMinute % 60).padStart(2, '0')}`,
  displayTime: formatTwelveHour(startMinute),
}))

/** The eight hourly starts of a day for a job of `durationMinutes`, each available or with the reason why not. */
export function listFreeSlots(shopDay: ShopDay, durationMinutes: number): Slot[] {
  const answerOf = startRule(shopDay, durationMinutes)
  return shownStarts.map(({ startMinute, time, displayTime }) => {
    const answer = answerOf(startMinute)
    return answer.free
      ? { time, displayTime, available: true }
      : { time, displayTime, available: false, reason: answer.reason }
  })
}
