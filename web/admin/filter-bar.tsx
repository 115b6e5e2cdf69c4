import { useState } from 'react'
import { Search, SlidersHorizontal } from 'lucide-react'
import type { ListRange } from '../../contract/admin/appointment-list.ts'
import { longestSearch, searchTooLong } from '../../contract/limits.ts'
import { useManagedShops } from '../shops/managed-shops.ts'
import { Button } from '../ui/button.tsx'
import { DateTimeField } from '../ui/date-time-field.tsx'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useMedia } from '../ui/use-media.ts'
import { endsBeforeStart, isFiltered, statusOptions } from './appointment-filters.ts'
import { wideBreakpoint } from './breakpoints.ts'
import { RangeChips } from './range-chips.tsx'
import type { useFilters } from './use-filters.ts'

type Filtering = ReturnType<typeof useFilters>

type FilterBarProps = {
  filtering: Filtering
  showsShops: boolean
  counts: Partial<Record<ListRange, number>>
}

const everyShop = 'all'

/** Search and quick ranges in one row. The other filters unfold, and stay open while one is in use. */
export function FilterBar({ filtering, showsShops, counts }: FilterBarProps) {
  const { filters, typed, type } = filtering
  const shops = useManagedShops().data ?? []
  const hasShops = showsShops && shops.length > 1
  const inUse = [
    filters.status !== 'all',
    typed.from !== '',
    typed.to !== '',
    hasShops && filters.shopId !== '',
  ]
  const count = inUse.filter(Boolean).length
  const [isOpen, setOpen] = useState(count > 0)
  const [lastCount, setLastCount] = useState(count)
  if (count !== lastCount) {
    setLastCount(count)
    // A cleared filter leaves them open: the pressed button keeps the focus.
    if (count > lastCount) setOpen(true)
  }
  return (
    <search aria-label="Filters" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2.5">
        <div className="flex min-w-0 grow basis-full gap-2 sm:basis-72 xl:max-w-md">
          <div className="relative min-w-0 flex-1">
            <TextField
              label={<span className="sr-only">Search</span>}
              type="search"
              placeholder="Search by name, email, or VIN..."
              autoComplete="off"
              spellCheck={false}
              className="gap-0! [&_input]:min-h-11 [&_input]:pl-10"
              value={typed.search}
              error={typed.search.trim().length > longestSearch ? searchTooLong : ''}
              onChange={(event) => type({ search: event.target.value })}
            />
            <Search
              className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-muted"
              aria-hidden="true"
            />
          </div>
          <Button
            variant="secondary"
            size="small"
            className="min-h-11! shrink-0"
            aria-expanded={isOpen}
            aria-controls="more-filters"
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal className="size-4" aria-hidden="true" />
            Filters{count > 0 && ` (${count})`}
          </Button>
        </div>
        <RangeChips filtering={filtering} counts={counts} />
      </div>
      <MoreFilters filtering={filtering} hasShops={hasShops} isOpen={isOpen} />
    </search>
  )
}

type MoreFiltersProps = { filtering: Filtering; hasShops: boolean; isOpen: boolean }

function MoreFilters({ filtering, hasShops, isOpen }: MoreFiltersProps) {
  const { filters, asked, typed, type, choose, chooseOrder, clearDates, clearAll } = filtering
  const shops = useManagedShops().data ?? []
  const isWide = useMedia(wideBreakpoint)
  return (
    <div
      id="more-filters"
      hidden={!isOpen}
      className="grid items-start gap-3 rounded-card border border-line bg-surface p-3.5 sm:grid-cols-2 lg:flex lg:flex-wrap [&[hidden]]:hidden"
    >
      {hasShops && (
        <SelectField
          label="Shop"
          className="lg:w-52"
          value={filters.shopId || everyShop}
          onChange={(shopId) => choose({ shopId: shopId === everyShop ? '' : shopId })}
          options={[
            { value: everyShop, label: 'All Shops' },
            ...shops.map(({ id, businessName }) => ({ value: String(id), label: businessName })),
          ]}
        />
      )}
      <SelectField
        label="Status"
        className="lg:w-44"
        value={filters.status}
        onChange={(value) =>
          choose({ status: statusOptions.find((option) => option.value === value)?.value ?? 'all' })
        }
        options={statusOptions}
      />
      <DateTimeField
        label="Start Date & Time"
        className="lg:w-56"
        value={typed.from}
        onChange={(from) => type({ from })}
      />
      <DateTimeField
        label="End Date & Time"
        className="lg:w-56"
        value={typed.to}
        error={endsBeforeStart(typed) ? 'The end is before the start' : undefined}
        onChange={(to) => type({ to })}
      />
      {!isWide && (
        // The table sorts by its head.
        <SelectField
          label="Sort"
          value={filters.order}
          onChange={(value) => chooseOrder(value === 'earliest' ? 'earliest' : 'latest')}
          options={[
            { value: 'latest', label: 'Latest first' },
            { value: 'earliest', label: 'Earliest first' },
          ]}
        />
      )}
      <div className="flex flex-wrap gap-2 sm:col-span-2 lg:mt-6.5 lg:ml-auto">
        <Button
          variant="secondary"
          size="small"
          disabled={typed.from === '' && typed.to === ''}
          onClick={clearDates}
        >
          Clear Dates
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={!isFiltered({ ...asked, ...typed }) && !(hasShops && filters.shopId !== '')}
          onClick={clearAll}
        >
          Clear All Filters
        </Button>
      </div>
    </div>
  )
}
