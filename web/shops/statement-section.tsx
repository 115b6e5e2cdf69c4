import { useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearch } from 'wouter'
import { columnWords, type PayoutStatement } from '../../contract/admin/payout-statement.ts'
import { balanceWords, payoutTitle } from '../../contract/admin/payout-words.ts'
import { formatCents, formatSignedCents } from '../../contract/money.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import { dayOf } from '../../contract/time.ts'
import { call } from '../api/client.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { PayoutNotes } from '../payouts/payout-notes.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { owedInWords } from './owed-words.ts'
import { lastMonths, monthInWords } from './statement-months.ts'
import { StatementTable } from './statement-table.tsx'

type StatementSectionProps = { shop: ShopSettings; onOpenAppointment: (id: string) => void }

/** A shop's payout for a month of its own calendar. */
export function StatementSection({ shop, onOpenAppointment }: StatementSectionProps) {
  const settings = useProductSettings()
  const [browserNow] = useState(() => Date.now())
  // The browser's clock is the fallback while the server's is unknown.
  const today = dayOf(settings ? Date.parse(settings.now) : browserNow, shop.timeZone)
  const months = lastMonths(today)
  const reader = useMay('shop.changeStatus') ? shop.businessName : null
  const asked = new URLSearchParams(useSearch()).get('month')
  const [chosen, setChosen] = useState<string | null>(null)
  const month = chosen ?? months.find((each) => each === asked) ?? today.slice(0, 7)
  const statement = useQuery({
    queryKey: ['payout-statement', shop.id, month],
    queryFn: ({ signal }) =>
      call('admin.findStatement', { params: shopParams(shop.id), query: { month }, signal }),
    refetchOnMount: 'always',
  })

  // The browser looked for the place of its address before this section was there.
  useEffect(() => {
    if (window.location.hash === '#statement') document.getElementById('statement')?.scrollIntoView()
  }, [])

  return (
    <SettingsSection
      id="statement"
      title="Payout statement"
      lead="The money of a month, and the balance between the shop and Dashfit. Dashfit doesn’t send money automatically: payments are recorded here once they are made."
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SelectField
          label="Month"
          className="w-full sm:w-64"
          value={month}
          onChange={setChosen}
          options={months.map((each) => ({ value: each, label: monthInWords(each) }))}
        />
        <ButtonLink href={paths.statementCsv(shop.id, month)} download variant="secondary">
          <Download className="size-4" aria-hidden="true" />
          Download CSV
        </ButtonLink>
      </div>
      <QueryState query={statement} loading="Loading the statement...">
        {(data) => <Statement statement={data} shop={reader} onOpenAppointment={onOpenAppointment} />}
      </QueryState>
    </SettingsSection>
  )
}

type StatementProps = {
  statement: PayoutStatement
  /** The shop's name; null for the shop itself. */
  shop: string | null
  onOpenAppointment: (id: string) => void
}

function Statement({ statement, shop, onOpenAppointment }: StatementProps) {
  const { rows, month, feePercent } = statement
  return (
    <>
      {rows.length === 0 && <p className="text-muted">No money moved in {monthInWords(month)}.</p>}
      <Totals statement={statement} shop={shop} />
      {rows.length > 0 && (
        <FoldedRows key={month} count={rows.length}>
          <StatementTable rows={rows} timeZone={statement.timeZone} onOpenAppointment={onOpenAppointment} />
        </FoldedRows>
      )}
      <PayoutNotes feePercent={feePercent} payer={shop === null ? 'shop' : 'administrator'} />
    </>
  )
}

/** So many rows are shown at once. */
const mostOpenRows = 12

/** A month of a busy shop has hundreds of rows: they are shown on demand. */
function FoldedRows({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(count <= mostOpenRows)
  return (
    <>
      <div>
        <Button
          variant="secondary"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((before) => !before)}
        >
          {isOpen ? 'Hide the rows' : `Show ${count === 1 ? '1 row' : `${count} rows`}`}
        </Button>
      </div>
      {isOpen && children}
    </>
  )
}

/** The columns' sums, then the payments, and the balance. */
function Totals({ statement, shop }: Pick<StatementProps, 'statement' | 'shop'>) {
  const { total, feePercent, balance } = statement
  const { carriedOverCents, payouts, openCents } = balance
  const isSettledInParts = carriedOverCents !== 0 || payouts.length > 0
  return (
    <dl className="grid gap-2 rounded-control bg-sunken px-4 py-3 text-ui tabular-nums sm:w-96 sm:max-w-full">
      <Total name={columnWords.gross} cents={total.grossCents} />
      <Total name={columnWords.refunds} cents={total.refundsCents} />
      {total.disputesCents !== 0 && <Total name={columnWords.disputes} cents={total.disputesCents} />}
      <Total name={`${columnWords.fee} (${feePercent}%)`} cents={total.feeCents} />
      {isSettledInParts && <Total name={columnWords.net} cents={total.netCents} isStrong />}
      {carriedOverCents !== 0 && <Total name={balanceWords.carriedOver} cents={carriedOverCents} />}
      {payouts.map((payout) => (
        <Total key={payout.id} name={payoutTitle(payout)} cents={0 - payout.amountCents} />
      ))}
      <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
        <dt className="min-w-0 [overflow-wrap:anywhere]">{owedInWords(openCents, shop)}</dt>
        <dd className="shrink-0">{formatCents(Math.abs(openCents))}</dd>
      </div>
      {(total.paidOtherwiseCents !== 0 || total.taxCents !== 0) && (
        <div className="grid gap-2 border-t border-line pt-2">
          <Total name={`${columnWords.paidOtherwise}, not in the net`} cents={total.paidOtherwiseCents} />
          <Total name={`${columnWords.tax}, included`} cents={total.taxCents} />
        </div>
      )}
    </dl>
  )
}

function Total({ name, cents, isStrong = false }: { name: string; cents: number; isStrong?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className={isStrong ? 'font-semibold' : 'min-w-0 wrap-anywhere text-muted'}>
        <bdi>{name}</bdi>
      </dt>
      <dd className={isStrong ? 'shrink-0 font-semibold' : 'shrink-0'}>{formatSignedCents(cents)}</dd>
    </div>
  )
}
