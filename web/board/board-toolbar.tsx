import { ChevronLeft, ChevronRight } from 'lucide-react'
import { LiveLine } from '../live/live-line.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import type { BoardParams, BoardSpan } from './board-params.ts'
import { StaffShopSelect } from '../admin/staff-shop-select.tsx'

type BoardToolbarProps = {
  shopId: number
  /** The day shown, or one of the week; null while it is unknown. */
  day: string | null
  span: BoardSpan
  /** Zone of the shop; undefined while it is unknown. */
  timeZone: string | undefined
  onPlace: (change: Partial<BoardParams>) => void
  onPage: (pages: -1 | 1) => void
}

const spans = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
] as const

/** Selects the shop, the day and the span of the board. */
export function BoardToolbar({ shopId, day, span, timeZone, onPlace, onPage }: BoardToolbarProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2.5 max-sm:w-full">
      <StaffShopSelect labelHidden value={shopId} onChange={(chosen) => onPlace({ shopId: chosen })} />
      <TextField
        label={<span className="sr-only">Date</span>}
        type="date"
        required
        min="2000-01-01"
        max="2099-12-24"
        className="gap-0! max-sm:min-w-40 max-sm:flex-1 [&_input]:min-w-0 sm:w-42"
        value={day ?? ''}
        onChange={(event) => {
          const { value, validity } = event.target
          if (value !== '' && validity.valid) onPlace({ day: value })
        }}
      />
      <div className="flex gap-2 max-sm:order-last max-sm:flex-1">
        <Button
          variant="secondary"
          aria-label={`Previous ${span}`}
          className="px-3.5!"
          onClick={() => onPage(-1)}
        >
          <ChevronLeft className="size-5" aria-hidden="true" />
        </Button>
        <Button variant="secondary" className="max-sm:flex-1" onClick={() => onPlace({ day: null })}>
          Today
        </Button>
        <Button variant="secondary" aria-label={`Next ${span}`} className="px-3.5!" onClick={() => onPage(1)}>
          <ChevronRight className="size-5" aria-hidden="true" />
        </Button>
      </div>
      <Segmented
        legend="View"
        options={spans}
        value={span}
        onChange={(chosen) => onPlace({ span: chosen })}
      />
      <div className="flex min-h-12 max-sm:order-last max-sm:items-center">
        <LiveLine timeZone={timeZone} />
      </div>
    </div>
  )
}
