import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { PayoutStatement } from '../../contract/admin/payout-statement.ts'
import { formatCents } from '../../contract/money.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import { dayOf } from '../../contract/time.ts'
import { call } from '../api/client.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
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
  const [chosen, setChosen] = useState<string | null>(null)
  const month = chosen ?? today.slice(0, 7)
  const statement = useQuery({
    queryKey: ['payout-statement', shop.id, month],
    queryFn: ({ signal }) =>
      call('admin.findStatement', { params: shopParams(shop.id), query: { month }, signal }),
    refetchOnMount: 'always',
  })

  return (
    <SettingsSection
      id="statement"
      title="Payout statement"
      lead="Captures, refunds and disputes of a month, and the balance between the shop and Dashfit. Dashfit doesn’t send money automatically."
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
  const { rows, month, capturedCents, refundedCents, disputedCents, disputeFeeCents } = statement
  const { feePercent, feeCents, owedCents } = statement
  return (
    <>
      {rows.length === 0 ? (
        <p className="text-muted">No captures or refunds in {monthInWords(month)}.</p>
      ) : (
        <StatementTable rows={rows} timeZone={statement.timeZone} onOpenAppointment={onOpenAppointment} />
      )}
      <dl className="grid gap-2 rounded-control bg-sunken px-4 py-3 text-ui tabular-nums sm:ml-auto sm:w-80">
        <Total name="Captured" cents={capturedCents} />
        <Total name="Refunded" cents={-refundedCents} />
        {disputedCents !== 0 && <Total name="Disputed" cents={-disputedCents} />}
        {disputeFeeCents !== 0 && <Total name="Dispute fees" cents={-disputeFeeCents} />}
        <Total name={`Fee (${feePercent}%)`} cents={-feeCents} />
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt className="min-w-0 [overflow-wrap:anywhere]">{owedInWords(owedCents, shop)}</dt>
          <dd>{formatCents(Math.abs(owedCents))}</dd>
        </div>
      </dl>
    </>
  )
}

function Total({ name, cents }: { name: string; cents: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      {/* Avoids -0 when nothing is deducted. */}
      <dd>{formatCents(cents === 0 ? 0 : cents)}</dd>
    </div>
  )
}
