import { Link } from 'wouter'
import { listRanges, type ListRange } from '../../contract/admin/appointment-list.ts'
import { paths } from '../paths.ts'
import { classNames } from '../ui/class-names.ts'
import { addressQueryOf, isNarrowed } from './appointment-filters.ts'
import { countWords, rangeWords } from './list-range-words.ts'
import type { useFilters } from './use-filters.ts'

type RangeChipsProps = {
  filtering: ReturnType<typeof useFilters>
  /** Empty where the counts are of other shops. */
  counts: Partial<Record<ListRange, number>>
}

/** The ranges that need a person: their counts are colored. */
const urgent: readonly ListRange[] = ['done_not_charged', 'hold_failed', 'awaits_fitment']

/** Quick ranges of the list, as links: an address each. On a phone they scroll sideways. */
export function RangeChips({ filtering, counts }: RangeChipsProps) {
  const { filters, asked, typed } = filtering
  const addressOf = (range: ListRange) => {
    const next = { ...asked, ...typed, order: '' as const }
    const isUsual = range === 'coming' && !isNarrowed(next)
    return paths.adminFiltered(addressQueryOf({ ...next, range: isUsual ? '' : range }))
  }
  return (
    <nav aria-label="Quick ranges" className="min-w-0 max-sm:-mx-4">
      <ul className="flex gap-1.5 overflow-x-auto p-0.5 [scrollbar-width:none] max-sm:px-4 sm:flex-wrap">
        {listRanges.map((range) => {
          const isCurrent = range === filters.range
          const count = counts[range] ?? 0
          return (
            <li key={range} className="shrink-0">
              <Link
                href={addressOf(range)}
                aria-current={isCurrent ? 'true' : undefined}
                className={classNames(
                  'inline-flex min-h-10 items-center gap-1.5 rounded-full border px-3 text-sm font-medium whitespace-nowrap transition-colors',
                  isCurrent
                    ? 'border-transparent bg-selected text-on-selected'
                    : 'border-line bg-surface text-muted hover:bg-hover hover:text-ink',
                )}
              >
                {rangeWords[range].chip}
                {count > 0 && (
                  <span
                    className={classNames(
                      'rounded-full px-1.5 text-xs leading-5 font-semibold tabular-nums',
                      isCurrent && 'bg-on-selected/15',
                      !isCurrent && (urgent.includes(range) ? 'bg-warn-soft text-warn' : 'bg-hover text-ink'),
                    )}
                  >
                    {countWords(count)}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
