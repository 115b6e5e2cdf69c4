import { listFreeSlots, type BusyTime, type ShopDay } from '../../contract/slots/free-slots.ts'
import { addDays, instantOfWallTime, offsetMinutesAt, weekdayOf } from '../../contract/time.ts'
import type { Chance } from '../reliability/chance.ts'

const daysOfSchedule = 31

/**
 * The input of both engines: a shop's week, its closures and the busy times of its bays, for 31 days from a
 * day on.
 */
export type Schedule = {
  zone: string
  firstDay: string
  /** Opening and closing in minutes since midnight, Monday first; null when closed. */
  week: readonly ({ opens: number; closes: number } | null)[]
  closures: ReadonlySet<string>
  bays: readonly (readonly BusyTime[])[]
  durationMinutes: number
}

const zones = [
  'America/Los_Angeles',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
]
const minuteMs = 60_000

export function listDays({ firstDay }: Pick<Schedule, 'firstDay'>): string[] {
  return Array.from({ length: daysOfSchedule }, (_, index) => addDays(firstDay, index))
}

/** Minutes by which clocks go forward on that day; negative when they go back. */
export function clockChange(day: string, zone: string): number {
  const noon = (text: string): number => Date.parse(`${text}T12:00:00Z`)
  return offsetMinutesAt(noon(addDays(day, 1)), zone) - offsetMinutesAt(noon(addDays(day, -1)), zone)
}

/** The first day of a month that contains the wanted clock change; of any month where the zone has none. */
function drawFirstDay(zone: string, wanted: number, chance: Chance): string {
  const any = addDays('2024-01-01', chance.below(4000))
  for (let later = 0; later < 366; later++) {
    const day = addDays(any, later)
    if (Math.sign(clockChange(day, zone)) === wanted) return addDays(day, -chance.below(daysOfSchedule - 1))
  }
  return any
}

function drawHours(chance: Chance): { opens: number; closes: number } | null {
  if (chance.happens(0.15)) return null
  // Some shops are open in the night in which clocks change.
  const opens = chance.happens(0.3) ? chance.between(1, 7) * 60 : chance.between(14, 21) * 30
  return { opens, closes: chance.between(25, 47) * 30 }
}

function drawBusyTimes({ firstDay, zone }: Pick<Schedule, 'firstDay' | 'zone'>, chance: Chance): BusyTime[] {
  const begin = instantOfWallTime(firstDay, 0, zone) ?? Number.NaN
  return Array.from({ length: chance.below(60) }, () => {
    const from = begin + chance.below(daysOfSchedule * 48) * 30 * minuteMs
    return { from, to: from + chance.between(1, 12) * 30 * minuteMs }
  }).sort((a, b) => a.from - b.from)
}

/**
 * A random schedule. Of three, one contains a spring and one an autumn clock change, where the zone has them.
 */
export function drawSchedule(chance: Chance, number: number): Schedule {
  const zone = chance.pick(zones)
  const firstDay = drawFirstDay(zone, [1, -1, 0][number % 3] ?? 0, chance)
  const days = listDays({ firstDay })
  return {
    zone,
    firstDay,
    week: Array.from({ length: 7 }, () => drawHours(chance)),
    closures: new Set(Array.from({ length: chance.below(4) }, () => chance.pick(days))),
    bays: Array.from({ length: chance.between(1, 3) }, () => drawBusyTimes({ firstDay, zone }, chance)),
    durationMinutes: chance.pick([180, 240, 300]),
  }
}

/** The days of a schedule as the database gives them to the rule. */
function listShopDays({ zone, firstDay, week, closures, bays }: Schedule): ShopDay[] {
  return listDays({ firstDay }).map((day) => {
    const from = instantOfWallTime(addDays(day, -1), 0, zone) ?? Number.NaN
    const to = instantOfWallTime(addDays(day, 2), 0, zone) ?? Number.NaN
    return {
      day,
      zone,
      bookable: true,
      hours: closures.has(day) ? null : (week[weekdayOf(day) - 1] ?? null),
      bays: bays.map((bay) => bay.filter((busy) => busy.from < to && from < busy.to)),
    }
  })
}

/** The free starts by the product's rule: 'YYYY-MM-DD H:00'. */
export function listOwnStarts(schedule: Schedule): string[] {
  return listShopDays(schedule).flatMap((shopDay) =>
    listFreeSlots(shopDay, schedule.durationMinutes).flatMap(({ available, time }) =>
      available ? [`${shopDay.day} ${time}`] : [],
    ),
  )
}
