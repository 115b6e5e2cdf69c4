import { useState, type ReactNode } from 'react'
import { SlidersHorizontal } from 'lucide-react'
import { useManagedShops } from '../shops/managed-shops.ts'
import { longestSearch, searchTooLong } from '../../contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { DateTimeField } from '../ui/date-time-field.tsx'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useMedia } from '../ui/use-media.ts'
import { endsBeforeStart, isFiltered, statusOptions } from './appointment-filters.ts'
import type { useFilters } from './use-filters.ts'
import { wideBreakpoint } from './breakpoints.ts'

type FilterBarProps = {
  filtering: ReturnType<typeof useFilters>
  showsShops: boolean
  /** Actions on the list. In a wide window they stand in the search row, so that the rows begin higher up. */
  actions: ReactNode
}

const everyShop = 'all'

/** Search, status and dates. On a phone only the search is visible, the rest behind a button. */
export function FilterBar({ filtering, showsShops, actions }: FilterBarProps) {
  const { filters, typed, type, choose } = filtering
  const [unfolded, setUnfolded] = useState(false)
  const isWide = useMedia(wideBreakpoint)
  const shops = useManagedShops().data ?? []
  const inUse = [filters.status !== 'all', typed.from !== '', typed.to !== '', filters.shopId !== '']
  const count = inUse.filter(Boolean).length
  const hasShops = showsShops && shops.length > 1
  return (
    <search aria-label="Filters" className="grid gap-4">
      <div className="grid gap-4">
        <div className="flex items-end gap-3 max-sm:flex-col max-sm:items-stretch lg:gap-2.5">
          <TextField
            label="Search"
            type="search"
            placeholder="Search by name, email, or VIN..."
            autoComplete="off"
            spellCheck={false}
            className="min-w-0 flex-1"
            value={typed.search}
            error={typed.search.trim().length > longestSearch ? searchTooLong : ''}
            onChange={(event) => type({ search: event.target.value })}
          />
          <Button
            variant="secondary"
            className="lg:hidden"
            aria-expanded={unfolded}
            aria-controls="more-filters"
            onClick={() => setUnfolded(!unfolded)}
          >
            <SlidersHorizontal className="size-4" aria-hidden="true" />
            Filters{count > 0 && ` (${count})`}
          </Button>
          {isWide && (
            <div className="flex gap-2.5 *:min-h-12!">
              <ClearButtons filtering={filtering} />
              {actions}
            </div>
          )}
        </div>
        <div
          id="more-filters"
          className={classNames(
            'grid content-start gap-4 sm:grid-cols-2 lg:flex lg:items-start lg:gap-3',
            !unfolded && 'max-lg:hidden',
          )}
        >
          {hasShops && (
            <SelectField
              label="Shop"
              className="lg:min-w-40 lg:flex-1"
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
            className={classNames(hasShops ? 'lg:w-40' : 'lg:flex-1')}
            value={filters.status}
            onChange={(value) =>
              choose({ status: statusOptions.find((option) => option.value === value)?.value ?? 'all' })
            }
            options={statusOptions}
          />
          <DateTimeField
            label="Start Date & Time"
            className="lg:w-58"
            value={typed.from}
            onChange={(from) => type({ from })}
          />
          <DateTimeField
            label="End Date & Time"
            className="lg:w-58"
            value={typed.to}
            error={endsBeforeStart(typed) ? 'The end is before the start' : undefined}
            onChange={(to) => type({ to })}
          />
        </div>
      </div>
      {!isWide && unfolded && (
        <div className="flex flex-wrap gap-2">
          <ClearButtons filtering={filtering} />
        </div>
      )}
    </search>
  )
}

function ClearButtons({ filtering }: Pick<FilterBarProps, 'filtering'>) {
  const { filters, typed, clearDates, clearAll } = filtering
  return (
    <>
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
        disabled={!isFiltered({ ...filters, ...typed })}
        onClick={clearAll}
      >
        Clear All Filters
      </Button>
    </>
  )
}
