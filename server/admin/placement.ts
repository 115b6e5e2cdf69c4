import type { AppointmentRow } from '../database/rows.ts'

/** The time and the bay of an appointment as an opaque text. A mover sends back the one on the screen. */
export function placementOf({
  starts_at: startsAt,
  ends_at: endsAt,
  bay_id: bayId,
}: Pick<AppointmentRow, 'starts_at' | 'ends_at' | 'bay_id'>): string {
  return `${startsAt.getTime()}-${endsAt.getTime()}-${bayId}`
}
