import { sql } from 'kysely'
import type { AttentionItem } from '../../contract/admin/attention.ts'
import { formatCents } from '../../contract/money.ts'
import { declineForStaff } from '../../contract/payments/decline-words.ts'
import { nextTryOf, nextTrySentence, type Declines } from '../../contract/payments/next-try.ts'
import type { Context } from '../context.ts'
import { declinesOf } from '../holds/limit-charges.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { feeLeft } from '../payments/cancellation-fee.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed, type ListedRow } from './listed-appointment.ts'

/** No-shows and due fees stay listed for this many days. */
const worthMs = 30 * 86_400_000

const noRepair = { repair: null, mailId: null, askedAt: null, answerBy: null } as const

/** Lists the no-shows that are still booked: their hold would lapse, and the customer reads nothing of it. */
export async function listNoShows(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const rows = await selectListed(context.database.db, scope)
    .where('a.state', '=', 'booked')
    .where('a.work_state', '=', 'no_show')
    .where('a.starts_at', '>', new Date(context.clock.now() - worthMs))
    .execute()
  return rows.map((row) => ({
    ...toBrief(row),
    ...noRepair,
    reason: 'no_show' as const,
    sentence: noShowSentence(row),
    since: row.starts_at.toISOString(),
    ...(row.cancel_fee_cents !== null && { feeCents: row.cancel_fee_cents }),
  }))
}

function noShowSentence({ cancel_fee_cents: feeCents }: ListedRow): string {
  return feeCents === null
    ? 'The customer didn’t come. They agreed to no fee. Cancel the appointment to close it.'
    : `The customer didn’t come. They agreed to a fee of ${formatCents(feeCents)}. Charge it, or cancel without a fee.`
}

type DueRow = ListedRow & {
  due_cents: number
  due_since: Date
  refusal: string | null
  declines: Declines
}

/** Lists the cancelled appointments whose fee was decided and could not be charged. */
export async function listDueFees(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const since = new Date(context.clock.now() - worthMs)
  const rows: DueRow[] = await selectListed(context.database.db, scope)
    .select([feeLeft.as('due_cents'), declinesOf('fee').as('declines')])
    .select(
      sql<Date>`(select max(l.recorded_at) from ledger l where l.appointment_id = a.id and l.movement = 'fee_due')`.as(
        'due_since',
      ),
    )
    .select(
      sql<
        string | null
      >`(select h.refusal_sentence from holds h where h.appointment_id = a.id and h.purpose = 'fee'
        order by h.created_at desc limit 1)`.as('refusal'),
    )
    .where('a.state', '=', 'cancelled')
    .where(
      sql<boolean>`a.id in (select l.appointment_id from ledger l where l.movement = 'fee_due' and l.recorded_at > ${since})`,
    )
    .where(sql<boolean>`${feeLeft} > 0`)
    // One that is being charged now comes out by itself.
    .where(
      sql<boolean>`not exists (select from holds h where h.appointment_id = a.id
        and h.status in ('requested', 'requires_action', 'capturing', 'releasing'))`,
    )
    .execute()
  return rows.map((row) => ({
    ...toBrief(row),
    ...noRepair,
    reason: 'fee_due' as const,
    sentence: dueSentence(row, context.clock.now()),
    since: row.due_since.toISOString(),
    feeCents: row.due_cents,
  }))
}

function dueSentence(
  { due_cents: dueCents, refusal, declines, time_zone: zone }: DueRow,
  now: number,
): string {
  const next = nextTryOf(declines, now)
  const advice =
    next.kind === 'now' ? 'Try again, or waive it.' : `${nextTrySentence(next, zone)} Or waive it.`
  return `Fee of ${formatCents(dueCents)} could not be charged${refusal === null ? '.' : `: ${declineForStaff(refusal)}`} ${advice}`
}
