import { join } from 'node:path'
import type { getAvailableSlots } from '@thebookingkit/core'
import { startMinutes } from '../../contract/slots/free-slots.ts'
import { formatTimeOfDay } from '../../contract/time.ts'
import { projectFolder } from '../../scripts/build-fingerprint.ts'
import { bundleModule } from '../../scripts/bundle-module.ts'
import { listDays, type Schedule } from './slot-schedules.ts'

/** The slot engine of @thebookingkit/core. */
type Kit = { getAvailableSlots: typeof getAvailableSlots }

/** Loads it as a bundle in the folder: its import of rrule works in bundles only. */
export async function loadKit(folder: string): Promise<Kit> {
  const entry = join(projectFolder, 'node_modules/@thebookingkit/core/dist/slot-engine.js')
  const address = await bundleModule(entry, folder, { withPackages: true })
  return (await import(/* @vite-ignore */ address)) as Kit
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const midnightUtc = (day: string): Date => new Date(`${day}T00:00:00Z`)

/**
 * A schedule in the kit's own terms, one request for each bay. Half-hour steps let a job begin at any opening
 * time.
 */
function toRequests(schedule: Schedule): Parameters<Kit['getAvailableSlots']>[] {
  const { zone, week, closures, bays, durationMinutes } = schedule
  const rules = week.flatMap((hours, index) =>
    hours === null
      ? []
      : [
          {
            rrule: `FREQ=WEEKLY;BYDAY=${weekdays[index]}`,
            startTime: formatTimeOfDay(hours.opens),
            endTime: formatTimeOfDay(hours.closes),
            timezone: zone,
          },
        ],
  )
  const overrides = [...closures].map((day) => ({ date: midnightUtc(day), isUnavailable: true }))
  const days = listDays(schedule).map(midnightUtc)
  const [start, end] = [days[0] ?? new Date(Number.NaN), days.at(-1) ?? new Date(Number.NaN)]
  const options = { duration: durationMinutes, slotInterval: 30, now: new Date(0) }
  return bays.map((bay) => {
    const bookings = bay.map(({ from, to }) => ({
      startsAt: new Date(from),
      endsAt: new Date(to),
      status: 'confirmed' as const,
    }))
    return [rules, overrides, bookings, { start, end }, zone, options]
  })
}

const shownTimes = new Set(startMinutes.map(formatTimeOfDay))

/** The free starts by the kit, of those that a shop has: 'YYYY-MM-DD H:00'. */
export function listKitStarts(kit: Kit, schedule: Schedule): string[] {
  const starts = new Set<string>()
  for (const request of toRequests(schedule)) {
    for (const { localStart } of kit.getAvailableSlots(...request)) {
      const [day = '', time = ''] = localStart.split('T')
      if (shownTimes.has(time.slice(0, 5)) && time.endsWith(':00'))
        starts.add(`${day} ${Number(time.slice(0, 2))}:00`)
    }
  }
  return [...starts].sort(
    (a, b) =>
      a.slice(0, 10).localeCompare(b.slice(0, 10)) ||
      Number.parseInt(a.slice(11), 10) - Number.parseInt(b.slice(11), 10),
  )
}
