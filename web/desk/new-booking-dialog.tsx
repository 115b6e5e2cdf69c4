import { useState } from 'react'
import { isDay } from '../../contract/time.ts'
import { useBoard } from '../board/board-queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useStore } from '../ui/external-store.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { atPlace, deskDraftStore, emptyDraft, type DeskDraft } from './desk-draft.ts'
import { openBookingStore, type OpenBooking } from './new-booking-store.ts'
import { BookingForm } from './booking-form.tsx'

/** Books for a caller or a walk-in: phone first, then car, package, time and payment. */
export function NewBookingDialog({ shopId, place }: OpenBooking) {
  const [start] = useState(place)
  const kept = useStore(deskDraftStore)
  const ofShop = kept?.shopId === shopId ? kept.draft : emptyDraft
  // A clicked place counts until the fields say something else.
  const [isPlaced, setPlaced] = useState(false)
  const draft = start && !isPlaced ? atPlace(ofShop, start) : ofShop
  const change = (parts: Partial<DeskDraft>) => {
    setPlaced(true)
    deskDraftStore.write({ shopId, draft: { ...draft, ...parts } })
  }
  const home = useBoard({ shopId, day: null, span: 'day' })
  // A date that is being typed is no day of the board yet.
  const day = isBoardDay(draft.day) ? draft.day : null
  const board = useBoard({ shopId, day, span: 'day' })
  if (!home.data)
    return (
      <Dialog open onOpenChange={close} title="New booking" size="full">
        <QueryState query={home} loading="Loading the board..." shape={<Skeleton className="h-96" />}>
          {() => null}
        </QueryState>
      </Dialog>
    )
  return (
    <BookingForm
      shopId={shopId}
      draft={draft}
      board={day === null || board.isPlaceholderData ? undefined : board.data}
      home={home.data}
      onChange={change}
      onClose={close}
    />
  )
}

const isBoardDay = (text: string): boolean => text.startsWith('20') && isDay(text)

function close(): void {
  openBookingStore.write(null)
}
