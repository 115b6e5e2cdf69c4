import { useMemo } from 'react'
import { CalendarPlus } from 'lucide-react'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { useStore } from '../ui/external-store.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useShortcuts } from '../workspace/use-shortcuts.ts'
import { openBookingStore, openNewBooking } from './new-booking-store.ts'

const NewBookingDialog = lazyComponent(
  () => import('./new-booking-dialog.tsx').then((module) => module.NewBookingDialog),
  () => null,
)

/** The button and the key that open a new booking, and its dialog. */
export function NewBooking({ shopId }: { shopId: number }) {
  const mayBook = useMay('appointment.create')
  const open = useStore(openBookingStore)
  const shortcuts = useMemo(
    () => (mayBook ? { n: () => openNewBooking({ shopId, place: null }) } : {}),
    [mayBook, shopId],
  )
  useShortcuts(shortcuts)
  if (!mayBook) return null
  return (
    <>
      <Button
        size="small"
        aria-keyshortcuts="n"
        className="max-sm:grow"
        onPointerEnter={() => void NewBookingDialog.preload()}
        onFocus={() => void NewBookingDialog.preload()}
        onClick={() => openNewBooking({ shopId, place: null })}
      >
        <CalendarPlus className="size-4" aria-hidden="true" />
        New booking
      </Button>
      {open && <NewBookingDialog key={`${open.shopId}`} {...open} />}
    </>
  )
}
