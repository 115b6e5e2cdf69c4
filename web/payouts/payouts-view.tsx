import { useEffect, useState } from 'react'
import { Banknote, Download } from 'lucide-react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { statementMonth } from '../../contract/admin/payout-statement.ts'
import type { PayoutMonth, ShopPayout } from '../../contract/admin/payouts.ts'
import { dayOf } from '../../contract/time.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { paths } from '../paths.ts'
import { lastMonths, monthInWords } from '../shops/statement-months.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PreviousDataQuery } from '../ui/previous-data-query.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PayoutDialog, type PayoutKind } from './payout-dialog.tsx'
import { PayoutNotes } from './payout-notes.tsx'
import { usePayouts } from './payout-queries.ts'
import { PayoutsTable } from './payouts-table.tsx'

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Keeps the month in the address, so that the view can be bookmarked. */
function keepMonth(search: string, month: string): void {
  const params = new URLSearchParams(search)
  params.set('month', month)
  navigate(`${window.location.pathname}?${params.toString()}`, { replace: true })
}

/** The payouts of all shops for a month, and the payments that were made of them. */
export function PayoutsView() {
  const settings = useProductSettings()
  const [browserNow] = useState(() => Date.now())
  const search = useSearch()
  // The browser's clock is the fallback while the server's is unknown.
  const months = lastMonths(dayOf(settings ? Date.parse(settings.now) : browserNow, browserZone()))
  const asked = statementMonth.safeParse(new URLSearchParams(search).get('month'))
  const payouts = usePayouts(asked.data ?? null)
  const month = asked.data ?? payouts.data?.month ?? ''
  // The picked month stays, also once it is paid.
  useEffect(() => {
    if (!asked.success && payouts.data && !payouts.isPlaceholderData) keepMonth(search, payouts.data.month)
  }, [asked.success, payouts.data, payouts.isPlaceholderData, search])
  const shown = month === '' || months.includes(month) ? months : [...months, month]
  const [opened, setOpened] = useState<{ shop: ShopPayout; kind: PayoutKind } | null>(null)

  return (
    <section aria-label="Payouts" className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SelectField
          label="Month"
          className="w-full sm:w-64"
          value={month}
          {...(month === '' && { placeholder: 'Finding the month...' })}
          onChange={(chosen) => keepMonth(search, chosen)}
          options={shown.map((each) => ({ value: each, label: monthInWords(each) }))}
        />
        {month !== '' && (
          <ButtonLink href={paths.payoutsCsv(month)} download variant="secondary" className="max-sm:w-full">
            <Download className="size-4" aria-hidden="true" />
            Download CSV
          </ButtonLink>
        )}
      </div>
      <PreviousDataQuery query={payouts} loading={<PayoutsShape />} className="grid gap-5">
        {(data) => <Payouts data={data} onOpen={(shop, kind) => setOpened({ shop, kind })} />}
      </PreviousDataQuery>
      {opened && payouts.data && (
        <PayoutDialog {...opened} month={payouts.data.month} onClose={() => setOpened(null)} />
      )}
    </section>
  )
}

type PayoutsProps = { data: PayoutMonth; onOpen: (shop: ShopPayout, kind: PayoutKind) => void }

function Payouts({ data, onOpen }: PayoutsProps) {
  if (data.shops.length === 0)
    return <EmptyState icon={<Banknote />} title={`No money moved in ${monthInWords(data.month)}.`} />
  return (
    <>
      <PayoutsTable data={data} onOpen={onOpen} />
      <PayoutNotes feePercent={data.feePercent} payer="administrator" />
    </>
  )
}

function PayoutsShape() {
  return (
    <div className="grid gap-4">
      <Spinner label="Loading payouts..." />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-24 max-xl:h-64" />
      ))}
    </div>
  )
}
