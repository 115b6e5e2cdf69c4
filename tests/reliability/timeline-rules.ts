import type { Pool } from 'pg'
import type { Timeline } from './timeline.ts'

const hourMs = 3_600_000
/** Hours before the start at which a fresh hold may be tried, as the decision record names them. */
const attemptHours = [72, 48, 24]
/** A hold is to last this long past the end of the job. */
const marginMs = 24 * hourMs

/** The state of one appointment at one moment. */
export type Snapshot = {
  state: string
  startsAt: number
  endsAt: number
  isMarkedFailed: boolean
  /** The end of the live hold's capture window; null without a live hold. */
  liveUntil: number | null
  /** Fresh holds that the renewal job requested so far, and how many of them were declined. */
  tries: number
  refusals: number
  /** Emails to the customer about the card, and to the shop about the failed hold. */
  mails: number
  warnings: number
}

type Row = {
  id: string
  state: string
  starts_at: Date
  ends_at: Date
  failed: boolean
  live_until: Date | null
  tries: number
  refusals: number
  mails: number
  warnings: number
}

export async function takeSnapshots(pool: Pool): Promise<Map<string, Snapshot>> {
  const { rows } = await pool.query<Row>(`
    select a.id, a.state, a.starts_at, a.ends_at, a.hold_failed_at is not null as failed, h.*,
      coalesce(o.mails, 0) as mails, coalesce(o.warnings, 0) as warnings
    from appointments a
    join (select appointment_id,
        max(capture_before) filter (where status = 'live') as live_until,
        count(*) filter (where purpose = 'renewal')::int as tries,
        count(*) filter (where purpose = 'renewal' and status = 'declined')::int as refusals
      from holds group by appointment_id) h on h.appointment_id = a.id
    left join (select payload->>'appointmentId' as id,
        count(*) filter (where kind = 'card_confirmation_needed')::int as mails,
        count(*) filter (where kind = 'shop_hold_failed')::int as warnings
      from outbox group by 1) o on o.id = a.id::text`)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        state: row.state,
        startsAt: row.starts_at.getTime(),
        endsAt: row.ends_at.getTime(),
        isMarkedFailed: row.failed,
        liveUntil: row.live_until?.getTime() ?? null,
        tries: row.tries,
        refusals: row.refusals,
        mails: row.mails,
        warnings: row.warnings,
      },
    ]),
  )
}

const isKept = ({ liveUntil, endsAt }: Snapshot): boolean =>
  liveUntil !== null && liveUntil >= endsAt + marginMs

/**
 * A hold that can be captured once the work is done, though not by the margin: the shop need not be warned.
 */
const isCovered = ({ liveUntil, endsAt }: Snapshot): boolean => liveUntil !== null && liveUntil > endsAt

/**
 * Compares the renewal job's actions between two snapshots with the decision: a fresh hold is tried at 72, 48
 * and 24 hours if the live one would lapse, and at no other time; each refusal sends one mail; after the
 * third the shop is warned once, unless a hold still covers the work; and an accepted card stays held from
 * then on. No person may have acted in between. Returns a sentence for each deviation.
 */
export function findKeeperFaults(
  timeline: Timeline,
  before: Snapshot,
  after: Snapshot,
  { from, to }: { from: number; to: number },
): string[] {
  if (before.state !== 'booked') return []
  const due = attemptHours.find((hours) => {
    const at = before.startsAt - hours * hourMs
    return from < at && at <= to
  })
  const isTried = due !== undefined && !isKept(before)
  const accepts = timeline.behaviour === 'approve'
  const expected = {
    tries: before.tries + (isTried ? 1 : 0),
    refusals: before.refusals + (isTried && !accepts ? 1 : 0),
    mails: before.mails + (isTried && !accepts ? 1 : 0),
    warnings: before.warnings + (isTried && !accepts && due === 24 && !isCovered(before) ? 1 : 0),
  }
  const hours = ((before.startsAt - to) / hourMs).toFixed(1)
  const found = (['tries', 'refusals', 'mails', 'warnings'] as const)
    .filter((key) => after[key] !== expected[key])
    .map((key) => `${after[key]} ${key} ${hours} h before the start, ${expected[key]} expected`)
  if (isTried && accepts && !isKept(after)) found.push(`no hold that lasts ${hours} h before the start`)
  const shouldBeMarked = isTried ? !accepts && due === 24 : before.isMarkedFailed
  if (after.isMarkedFailed !== shouldBeMarked)
    found.push(`${after.isMarkedFailed ? 'marked' : 'not marked'} as failed ${hours} h before the start`)
  // Between the first attempt and the end an accepted card stays held.
  if (isKept(before) && before.liveUntil !== null && before.liveUntil > to && after.liveUntil === null)
    found.push(`the hold is gone ${hours} h before the start`)
  return found
}
