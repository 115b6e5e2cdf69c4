import { browserZone, foreignClock } from './shop-clock.ts'

/** Says whose time is shown, to whoever's own clock shows another. */
export function ClockNote({ timeZone, day }: { timeZone: string; day: string }) {
  const clock = foreignClock(timeZone, browserZone(), day)
  if (clock === null) return null
  return <p className="mb-3 text-sm text-muted">Times are in the shop’s time zone, {clock}.</p>
}
