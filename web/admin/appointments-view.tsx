import { useMemo, useRef } from 'react'
import { CalendarX2, Download, RefreshCw, SearchX } from 'lucide-react'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { User } from '../../contract/identity/identity.ts'
import { seesEveryShop } from '../../contract/identity/permissions.ts'
import { useEachNewDay, useServerNow } from '../appointments/server-clock.ts'
import { useMay } from '../identity/standing.ts'
import { LiveLine } from '../live/live-line.tsx'
import { useQuietRefetch } from '../live/live-store.ts'
import { NewRowsBar } from '../live/new-rows-bar.tsx'
import { paths } from '../paths.ts'
import { useManagedShops } from '../shops/managed-shops.ts'
import { useZoneInView } from '../shops/zone-in-view.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { DelayedSpinner } from '../ui/delayed-spinner.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { StaleDataAlert } from '../ui/stale-data-alert.tsx'
import { useHeldRows } from '../ui/use-held-rows.ts'
import { useMedia } from '../ui/use-media.ts'
import { useSettledRows } from '../ui/use-settled-rows.ts'
import { useAppointmentPages, useAttention } from './admin-queries.ts'
import { AppointmentCards } from './appointment-cards.tsx'
import { isNarrowed, listQueryOf, type ListFilters } from './appointment-filters.ts'
import { AppointmentsTable } from './appointments-table.tsx'
import { AttentionLink } from './attention-link.tsx'
import { FilterBar } from './filter-bar.tsx'
import { rangeCounts, rangeWords } from './list-range-words.ts'
import { useFilters } from './use-filters.ts'
import { wideBreakpoint } from './breakpoints.ts'

type AppointmentsViewProps = { user: User; onCancel: (appointment: AdministratorAppointment) => void }

/** The appointments with search, quick ranges, filters and paging. */
export function AppointmentsView({ user, onCancel }: AppointmentsViewProps) {
  const filtering = useFilters()
  const { filters } = filtering
  const isMember = !seesEveryShop(user.role)
  const attention = useAttention()
  const shops = useManagedShops()
  // Each shop's today and tomorrow change at its own midnight.
  const zones = shops.data?.map(({ timeZone }) => timeZone)
  const queries = useQueryClient()
  useEachNewDay(zones, () => void queries.invalidateQueries())
  // Fetched at once, but rendered only after the shops are known: otherwise rows would move.
  useAppointmentPages(filters)
  if (shops.isPending) return <RowPlaces />
  // An administrator's attention list is of all shops.
  const isCounted = isMember || filters.shopId === ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="sr-only">Appointments</h2>
      <FilterBar
        filtering={filtering}
        showsShops={!isMember}
        counts={isCounted && attention.data ? rangeCounts(attention.data) : {}}
      />
      <Rows filtering={filtering} showsShops={!isMember} onCancel={onCancel} />
    </div>
  )
}

/** The actions beside the heading: what needs attention, Refresh and the file. */
export function ListActions() {
  const queries = useQueryClient()
  const { filters } = useFilters()
  const timeZone = useZoneInView()
  const mayExport = useMay('appointment.export')
  const mayAttend = useMay('attention.read')
  return (
    <>
      <LiveLine timeZone={timeZone} />
      {mayAttend && <AttentionLink />}
      <RefreshButton onRefresh={() => void queries.invalidateQueries()} />
      {mayExport && (
        <ButtonLink
          download
          variant="secondary"
          size="small"
          className="max-sm:px-3!"
          href={paths.appointmentsCsv(new URLSearchParams(listQueryOf(filters)).toString())}
        >
          <Download className="size-4" aria-hidden="true" />
          <span className="max-sm:sr-only">Export CSV</span>
        </ButtonLink>
      )}
    </>
  )
}

function RefreshButton({ onRefresh }: { onRefresh: () => void }) {
  const isQuiet = useQuietRefetch()
  const fetching = useIsFetching({ queryKey: ['admin-appointments'] }) > 0 && !isQuiet
  return (
    <Button
      variant="secondary"
      size="small"
      className="max-sm:px-3!"
      busy={fetching}
      busyText={<span className="max-sm:sr-only">Refresh</span>}
      onClick={onRefresh}
    >
      <RefreshCw className="size-4" aria-hidden="true" />
      <span className="max-sm:sr-only">Refresh</span>
    </Button>
  )
}

/** As many rows as a window shows. */
const rowPlaces = [1, 2, 3, 4, 5, 6, 7, 8]

function RowPlaces() {
  const fitsTable = useMedia(wideBreakpoint)
  return (
    <div className="relative grid gap-3">
      <Spinner label="Loading appointments..." className="py-3 text-muted" />
      {rowPlaces.map((place) => (
        <Skeleton key={place} className={fitsTable ? 'h-16' : 'h-52 rounded-card'} />
      ))}
    </div>
  )
}

const noPages: readonly never[] = []

type RowsProps = {
  filtering: ReturnType<typeof useFilters>
  showsShops: boolean
  onCancel: (appointment: AdministratorAppointment) => void
}

function Rows({ filtering, showsShops, onCancel }: RowsProps) {
  const { filters, asked, chooseRange, chooseOrder, clearAll } = filtering
  const now = useServerNow()
  const list = useAppointmentPages(filters)
  const isQuiet = useQuietRefetch()
  const timeZone = useZoneInView()
  const shops = useManagedShops().data ?? []
  const fitsTable = useMedia(wideBreakpoint)
  const pages = list.data?.pages ?? noPages
  const fresh = useMemo(() => pages.flatMap((page) => page.appointments), [pages])
  const listBox = useRef<HTMLDivElement>(null)
  const held = useHeldRows(listBox, fresh, {
    place: `${pages.length} ${JSON.stringify(listQueryOf(filters))}`,
    isQuiet: pages[0]?.isQuiet === true,
  })
  const appointments = held.rows
  const total = pages[0]?.total ?? String(appointments.length)
  const isOld = list.isPlaceholderData || (list.isFetching && !list.isFetchingNextPage && !isQuiet)

  const settled = useSettledRows(appointments.map(({ id }) => id))

  if (list.isPending) return <RowPlaces />
  const RowsAs = fitsTable ? AppointmentsTable : AppointmentCards
  return (
    <>
      {list.isError && !list.isFetchNextPageError && (
        <LoadingFailed
          loadedAt={list.data && list.dataUpdatedAt}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && (
        <div aria-busy={isOld} className="relative min-w-0">
          <NewRowsBar waiting={held.waiting} timeZone={timeZone} onShow={held.show} />
          <div className={classNames('transition-opacity duration-200', isOld && 'opacity-55')}>
            {appointments.length === 0 ? (
              <NothingHere
                filters={filters}
                isFiltered={isNarrowed(asked) || (showsShops && filters.shopId !== '')}
                onClear={clearAll}
                onAll={() => chooseRange('all')}
              />
            ) : (
              <div
                {...settled}
                ref={listBox}
                className={
                  fitsTable
                    ? 'overflow-clip rounded-card border border-line bg-surface shadow-lift'
                    : undefined
                }
              >
                <RowsAs
                  appointments={appointments}
                  isGone={held.isGone}
                  order={filters.order}
                  onOrder={chooseOrder}
                  onCancel={onCancel}
                  showsShop={showsShops && shops.length > 1}
                  now={now}
                />
              </div>
            )}
          </div>
          {isOld && <DelayedSpinner>Loading appointments...</DelayedSpinner>}
        </div>
      )}
      {appointments.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 pt-1">
          <output className="text-sm text-muted tabular-nums">
            Showing {appointments.length} of {total}
          </output>
          {list.hasNextPage && (
            <Button
              variant="secondary"
              busy={list.isFetchingNextPage}
              busyText="Loading..."
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          )}
          {list.isFetchNextPageError && (
            <LoadingFailed
              className="w-full"
              retrying={list.isFetching}
              onRetry={() => void list.fetchNextPage()}
            />
          )}
        </div>
      )}
    </>
  )
}

/** The words of the specification. */
const loadingFailed = 'Error loading appointments. Please try again later.'

type LoadingFailedProps = {
  /** Load time of the rows that stay, by this browser's clock. */
  loadedAt?: number | undefined
  retrying: boolean
  onRetry: () => void
  className?: string
}

function LoadingFailed({ loadedAt, retrying, onRetry, className }: LoadingFailedProps) {
  if (loadedAt !== undefined)
    return (
      <StaleDataAlert problem={loadingFailed} loadedAt={loadedAt} retrying={retrying} onRetry={onRetry} />
    )
  return (
    <div className={className}>
      <Alert tone="bad">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <span>{loadingFailed}</span>
          <Button
            variant="secondary"
            size="small"
            busy={retrying}
            busyText="Trying again..."
            className="sm:-my-2"
            onClick={onRetry}
          >
            Try again
          </Button>
        </div>
      </Alert>
    </div>
  )
}

type NothingHereProps = {
  filters: ListFilters
  isFiltered: boolean
  onClear: () => void
  onAll: () => void
}

function NothingHere({ filters, isFiltered, onClear, onAll }: NothingHereProps) {
  const all = filters.range !== 'all' && (
    <Button variant="secondary" onClick={onAll}>
      {isFiltered ? 'Search all appointments' : 'Show all appointments'}
    </Button>
  )
  return isFiltered ? (
    <EmptyState icon={<SearchX />} title="No appointments match these filters.">
      <Button variant="secondary" onClick={onClear}>
        Clear All Filters
      </Button>
      {all}
    </EmptyState>
  ) : (
    <EmptyState icon={<CalendarX2 />} title={rangeWords[filters.range].none}>
      {all}
    </EmptyState>
  )
}
