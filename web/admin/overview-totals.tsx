import type { Overview } from '../../contract/admin/overview.ts'
import { formatCents } from '../../contract/money.ts'
import { medianWords, percentOf, totalsOf } from './overview-words.ts'

/** The four headline figures. */
export function OverviewTotals({ overview }: { overview: Overview }) {
  const { capturedCents, heldCents, kept, cancelled } = totalsOf(overview.weeks)
  const figures = [
    { name: 'Captured', value: formatCents(capturedCents), note: 'after refunds' },
    {
      name: 'Expected',
      value: formatCents(heldCents),
      note: 'booked, and the card wasn’t declined',
    },
    {
      name: 'Cancelled',
      value: percentOf(cancelled, kept + cancelled),
      note: `${cancelled} of ${kept + cancelled} appointments`,
    },
    {
      name: 'Booked ahead',
      value: medianWords(overview.medianLeadDays),
      note: 'median time from booking to start',
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-lift lg:grid-cols-4">
      {figures.map(({ name, value, note }) => (
        <div key={name} className="flex min-w-0 flex-col gap-1 bg-surface p-4 sm:p-6">
          <dt className="text-sm font-medium text-muted">{name}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums sm:text-3xl">{value}</dd>
          <dd className="text-sm text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
