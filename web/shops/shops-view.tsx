import { RefreshCw, Store } from 'lucide-react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { shopStatuses, type ManagedShop } from '../../contract/shops/shop-settings.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useManagedShops } from './managed-shops.ts'
import { ShopsTable } from './shops-table.tsx'

type StatusFilter = ManagedShop['status'] | 'all'

function filterOf(search: string): StatusFilter {
  const asked = new URLSearchParams(search).get('status')
  return shopStatuses.find((status) => status === asked) ?? 'all'
}

/** Keeps the filter in the address, so that the view can be bookmarked. */
function keepFilter(search: string, filter: string): void {
  const params = new URLSearchParams(search)
  if (filter === 'all') params.delete('status')
  else params.set('status', filter)
  navigate(`${window.location.pathname}?${params.toString()}`, { replace: true })
}

/** All shops, for administrators: those pending approval first. */
export function ShopsView() {
  const shops = useManagedShops()
  const search = useSearch()
  const filter = filterOf(search)
  return (
    <section aria-label="Shops" className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SelectField
          label="Status"
          className="w-full sm:w-56"
          value={filter}
          onChange={(chosen) => keepFilter(search, chosen)}
          options={[
            { value: 'all', label: 'All Statuses' },
            { value: 'pending', label: 'Pending' },
            { value: 'approved', label: 'Approved' },
            { value: 'suspended', label: 'Suspended' },
            { value: 'rejected', label: 'Rejected' },
          ]}
        />
        <Button
          variant="secondary"
          busy={shops.isFetching && shops.data !== undefined}
          busyText="Refreshing..."
          onClick={() => void shops.refetch()}
        >
          <RefreshCw className="size-4" aria-hidden="true" />
          Refresh
        </Button>
      </div>
      <QueryState query={shops} loading="Loading shops..." shape={<ShopsShape />}>
        {(list) => {
          const shown = list.filter(({ status }) => filter === 'all' || status === filter)
          return shown.length > 0 ? (
            <ShopsTable shops={shown} />
          ) : (
            <EmptyState icon={<Store />} title={emptyWords[filter]}>
              {filter !== 'all' && (
                <Button variant="secondary" onClick={() => keepFilter(search, 'all')}>
                  Show all shops
                </Button>
              )}
            </EmptyState>
          )
        }}
      </QueryState>
    </section>
  )
}

function ShopsShape() {
  return (
    <>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </>
  )
}

const emptyWords: Record<StatusFilter, string> = {
  all: 'No shop has registered yet.',
  pending: 'No shop is waiting for approval.',
  approved: 'No shop is approved.',
  suspended: 'No shop is suspended.',
  rejected: 'No shop is rejected.',
}
