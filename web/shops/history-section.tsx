import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { historyPageSize } from '../../contract/limits.ts'
import type { ShopChangeEntry } from '../../contract/shops/shop-changes.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { StaleDataAlert } from '../ui/stale-data-alert.tsx'
import { SettingsSection } from './settings-section.tsx'
import { changeInWords } from './setting-words.ts'
import { shopParams } from './shop-settings.ts'

function momentIn(timeZone: string) {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** The audit trail of a shop, which is loaded when it is opened. */
export function HistorySection({ shop }: { shop: ShopSettings }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsSection
      id="history"
      title="Changes"
      lead="Every change to these settings, with who made it and when. Payout details are shown only in part."
    >
      <div>
        <Button
          variant="secondary"
          size="small"
          aria-expanded={isOpen}
          aria-controls="history-entries"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the changes' : 'Show the changes'}
        </Button>
      </div>
      <div id="history-entries" className="grid gap-5 empty:hidden">
        {isOpen && <Trail shop={shop} />}
      </div>
    </SettingsSection>
  )
}

/** Each changed setting with its person, newest first. */
function Trail({ shop }: { shop: ShopSettings }) {
  const trail = useInfiniteQuery({
    queryKey: ['shop-changes', shop.id],
    queryFn: ({ pageParam, signal }) =>
      call('shops.listChanges', {
        params: shopParams(shop.id),
        query: pageParam === null ? {} : { before: String(pageParam) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < historyPageSize ? undefined : page.at(-1)?.id),
    refetchOnMount: 'always',
  })
  const entries = trail.data?.pages.flat() ?? []
  const moment = momentIn(shop.timeZone)
  const again = { retrying: trail.isFetching, onRetry: () => void trail.refetch() }
  if (trail.isPending) return <Spinner label="Loading the changes..." className="text-muted" />
  return (
    <>
      {trail.isError && !trail.data && <ErrorState message={trail.error.message} {...again} />}
      {trail.isError && trail.data && (
        <StaleDataAlert problem={trail.error.message} loadedAt={trail.dataUpdatedAt} {...again} />
      )}
      {trail.data && entries.length === 0 && <p className="text-muted">Nothing has changed yet.</p>}
      {entries.length > 0 && (
        <ol className="grid">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} at={moment.format(Date.parse(entry.at))} />
          ))}
        </ol>
      )}
      {trail.hasNextPage && (
        <div>
          <Button
            variant="secondary"
            size="small"
            busy={trail.isFetchingNextPage}
            busyText="Loading..."
            onClick={() => void trail.fetchNextPage()}
          >
            Show earlier changes
          </Button>
        </div>
      )}
    </>
  )
}

function Entry({ entry, at }: { entry: ShopChangeEntry; at: string }) {
  const { by } = entry
  const { title, gone, value } = changeInWords(entry)
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3 text-ui last:border-b-0 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium">{title} </span>
        {gone !== null && (
          <>
            <del className="text-muted">
              <bdi>{gone}</bdi>
            </del>{' '}
            <span aria-hidden="true">→</span>{' '}
          </>
        )}
        <ins className="no-underline">
          <bdi>{value}</bdi>
        </ins>
      </p>
      <p className="min-w-0 text-sm text-muted [overflow-wrap:anywhere] sm:text-right">
        <time dateTime={entry.at} className="block">
          {at}
        </time>
        {by ? (
          <>
            <bdi>{by.name}</bdi>
            {by.role !== null && ` (${by.role})`}
          </>
        ) : (
          'Dashfit'
        )}
      </p>
    </li>
  )
}
