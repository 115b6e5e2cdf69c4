import { useCallback } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Board } from '../../contract/admin/board.ts'
import { addDays } from '../../contract/time.ts'
import { useEachNewDay } from '../appointments/server-clock.ts'
import { paths } from '../paths.ts'
import { useManagedShops } from '../shops/managed-shops.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PreviousDataQuery } from '../ui/previous-data-query.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { nonBreakingDate } from '../ui/non-breaking.ts'
import { BoardPrint } from './board-print.tsx'
import { boardParamsOf, boardQueryWith, type BoardParams } from './board-params.ts'
import { useBoard } from './board-queries.ts'
import { BoardSheet } from './board-sheet.tsx'
import { BoardToolbar } from './board-toolbar.tsx'
import { boardTitle, jobCount, openingWords } from './board-words.ts'

/** The bay schedule of a shop, for a day or a week. */
export function BoardView() {
  const place = boardParamsOf(useSearch())
  const shops = useManagedShops()
  const first = shops.data?.find(({ status }) => status === 'approved') ?? shops.data?.[0]
  const shopId = place.shopId ?? first?.id
  if (shopId !== undefined) return <ShopBoard place={place} shopId={shopId} />
  if (shops.isError)
    return (
      <ErrorState
        message={shops.error.message}
        retrying={shops.isFetching}
        onRetry={() => void shops.refetch()}
      />
    )
  return shops.data ? <EmptyState title="There is no shop here yet." /> : <BoardLoading />
}

function goTo(change: Partial<BoardParams>): void {
  navigate(paths.adminFiltered(boardQueryWith(window.location.search, change)))
}

function ShopBoard({ place, shopId }: { place: BoardParams; shopId: number }) {
  const { day, span } = place
  const board = useBoard({ shopId, day, span })
  // On a page left open, today changes at midnight.
  useEachNewDay(board.data && [board.data.timeZone], () => void board.refetch())
  const shownDay = day ?? (board.isPlaceholderData ? null : (board.data?.today ?? null))
  const from = shownDay ?? board.data?.today
  const turn = useCallback(
    (pages: -1 | 1) => {
      if (from !== undefined) goTo({ day: addDays(from, pages * (span === 'week' ? 7 : 1)) })
    },
    [from, span],
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
        {board.data ? <BoardHeading board={board.data} /> : <Skeleton className="h-11 w-72" />}
        <BoardToolbar
          shopId={shopId}
          day={shownDay}
          span={span}
          timeZone={board.data?.timeZone}
          onPlace={goTo}
          onPage={turn}
        />
      </div>
      <PreviousDataQuery query={board} loading={<BoardLoading />}>
        {(shown) => (
          <>
            <BoardPrint board={shown} />
            <BoardSheet
              key={`${shown.shopId} ${shown.days.length}`}
              board={shown}
              label={`${shown.businessName}, ${boardTitle(shown.days.map((each) => each.day))}`}
              onPage={turn}
            />
          </>
        )}
      </PreviousDataQuery>
    </div>
  )
}

function BoardHeading({ board }: { board: Board }) {
  const [first] = board.days
  const isToday = board.days.length === 1 && first?.day === board.today
  return (
    <div aria-live="polite" className="min-w-0">
      {/* On a phone the second group wraps as a whole, and the date stays in one piece. */}
      <h2 className="flex flex-wrap gap-x-3 text-lg leading-snug font-semibold">
        <span>{nonBreakingDate(boardTitle(board.days.map(({ day }) => day)))}</span>{' '}
        {isToday && <span className="text-link">Today</span>}
      </h2>
      <p className="text-sm text-muted">
        {board.businessName} · {jobCount(board.jobs.length)}
        {board.days.length === 1 && first && ` · ${openingWords(first)}`}
      </p>
    </div>
  )
}

function BoardLoading() {
  return (
    <div className="grid gap-4">
      <output className="sr-only">Loading the board...</output>
      <Skeleton className="h-144 rounded-card" />
    </div>
  )
}
