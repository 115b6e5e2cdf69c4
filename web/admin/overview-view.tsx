import { ChartColumn } from 'lucide-react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { weeksAhead, type Overview } from '../../contract/admin/overview.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { useSession } from '../identity/session.ts'
import { paths } from '../paths.ts'
import { useManagedShops } from '../shops/managed-shops.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PreviousDataQuery } from '../ui/previous-data-query.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FunnelFigure } from './funnel-figure.tsx'
import {
  BayUseFigure,
  CancelledFigure,
  LeadTimesFigure,
  MakesFigure,
  MoneyFigure,
  PackagesFigure,
} from './overview-figures.tsx'
import {
  overviewPeriods,
  overviewParamsOf,
  overviewQueryWith,
  type OverviewPeriod,
  type OverviewParams,
} from './overview-params.ts'
import { useOverview } from './overview-queries.ts'
import { OverviewTotals } from './overview-totals.tsx'
import { mondayName, totalsOf } from './overview-words.ts'
import { StaffShopSelect } from './staff-shop-select.tsx'

function goTo(change: Partial<OverviewParams>): void {
  navigate(paths.adminFiltered(overviewQueryWith(window.location.search, change)))
}

/** Charts of the last weeks, for one shop or all. */
export function OverviewView() {
  const place = overviewParamsOf(useSearch())
  const overview = useOverview(place)
  const shops = useManagedShops()
  const session = useSession()
  const seesFunnel = session.state === 'signed-in' && isAllowed(session.user.role, 'funnel.read')
  if (overview.isPending || shops.isPending) return <OverviewLoading />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>{overview.data && <Period overview={overview.data} />}</div>
        <div className="flex flex-wrap gap-4 max-sm:w-full">
          <StaffShopSelect value={place.shopId} onChange={(shopId) => goTo({ shopId })} all="All shops" />
          <SelectField
            label="Period"
            className="w-full sm:w-44"
            value={place.weeks}
            onChange={(weeks) => goTo({ weeks: weeks as OverviewPeriod })}
            options={overviewPeriods.map((weeks) => ({ value: weeks, label: `${weeks} weeks` }))}
          />
        </div>
      </div>
      {seesFunnel && <FunnelFigure weeks={place.weeks} />}
      <PreviousDataQuery query={overview} loading={null}>
        {(shown) => <Figures overview={shown} />}
      </PreviousDataQuery>
    </div>
  )
}

/** The period in words. */
function Period({ overview: { weeks, presentMonday } }: { overview: Overview }) {
  const [first] = weeks
  return (
    <p className="text-muted">
      {`From the week of ${mondayName(first?.monday ?? presentMonday)} to this week, plus the ${weeksAhead} weeks that can be booked, in the shop’s time zone.`}
    </p>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { kept, cancelled } = totalsOf(overview.weeks)
  if (kept + cancelled === 0)
    return (
      <EmptyState
        icon={<ChartColumn />}
        title="No appointments in these weeks. Charts appear with the first one."
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <OverviewTotals overview={overview} />
      <MoneyFigure overview={overview} />
      {/* Rows of equal height, except beside an expanded table: the chart next to it keeps its own
          height. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 has-[details[open]]:items-start lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <BayUseFigure overview={overview} />
        <CancelledFigure overview={overview} />
        <PackagesFigure overview={overview} />
        <MakesFigure overview={overview} />
      </div>
      <LeadTimesFigure overview={overview} />
    </div>
  )
}

function OverviewLoading() {
  return (
    <div className="grid gap-6">
      <output className="sr-only">Loading the overview...</output>
      <Skeleton className="h-32" />
      <Skeleton className="h-96" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  )
}
