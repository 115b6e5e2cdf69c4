import { useEffect, useRef } from 'react'
import { weekdaysOfWindow, type BookingWindow } from '../../contract/slots/booking-window.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { formatLongDay } from '../../contract/time.ts'
import { Alert } from '../ui/alert.tsx'
import { DateStrip, type StripDay } from '../ui/date-strip.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import type { BookingDraft } from './booking-draft.ts'
import { TimeZoneNote } from './time-zone-note.tsx'
import { useDraftSelector } from './draft-store.ts'
import { NextFreeSlot } from './next-free-slot.tsx'
import { describeDay } from './schedule-words.ts'
import { isOpenOn } from './shop-hours.ts'
import { selectedShopOf } from './selected-shop.ts'
import { SlotPicker } from './slot-picker.tsx'
import type { ShopTimes } from './use-shop-times.ts'

type Choice = Pick<BookingDraft, 'shopId' | 'day' | 'time'>

// A press marks its control at once: locations, days and starts read the draft directly, while the rest of
// the step follows deferred.

type LocationChoiceProps = {
  owner: string
  shops: readonly BookableShop[]
  onChoose: (shopId: number) => void
}

export function LocationChoice({ owner, shops, onChoose }: LocationChoiceProps) {
  const shopId = useDraftSelector(owner, (draft) => draft.shopId)
  const shop = selectedShopOf(shops, shopId)
  return (
    <RadioGroup
      legend="Location"
      value={shop ? String(shop.id) : null}
      onChange={(id) => onChoose(Number(id))}
      options={shops.map(({ id, businessName, address }) => ({
        value: String(id),
        label: <bdi>{businessName}</bdi>,
        description: <bdi>{address}</bdi>,
      }))}
    />
  )
}

/** The weekdays of the window, each with its free starts as far as they are known. */
export function stripDays(shop: BookableShop, window: BookingWindow, times: ShopTimes): StripDay[] {
  return weekdaysOfWindow(window).map((day) => {
    if (!isOpenOn(shop, day)) return { day, disabled: true, note: 'Closed' }
    const slots = times.slotsOf(day)
    if (!slots) return { day }
    const { note, level, canBeLookedAt } = describeDay(slots)
    return { day, note, level, disabled: !canBeLookedAt }
  })
}

/** The wanted day, if it is in the window and bookable. */
export function bookableDay(days: readonly StripDay[], wanted: string | null): string | null {
  return days.find(({ day, disabled }) => day === wanted && !disabled)?.day ?? null
}

type TimeChoiceProps = {
  owner: string
  shop: BookableShop
  window: BookingWindow
  days: readonly StripDay[]
  times: ShopTimes
  /** The earlier selection, even if it is no longer available. */
  wanted: Choice
  /** The selected day, if it is bookable. */
  day: string | null
  otherwise: string
  /** The reason for a new selection is already on screen. */
  isTold: boolean
  onChoose: (choice: Choice) => void
}

/**
 * Time selection: the next free start, the days with their free starts, and the starts of the selected day.
 */
export function TimeChoice(props: TimeChoiceProps) {
  const { owner, shop, window, days, times, wanted, day, otherwise, isTold, onChoose } = props
  const { nextFree } = times
  const starts = useShownAfterChoice(day)
  const gone = times.slotsOf(day)?.find(({ time, available }) => time === wanted.time && !available)
  const choose = (chosenDay: string, time: string | null) => {
    onChoose({ shopId: shop.id, day: chosenDay, time })
    if (chosenDay !== day) times.refetch()
  }
  return (
    <>
      {!(times.error && !times.days) && (
        <NextFreeSlot
          {...window}
          next={nextFree}
          otherwise={otherwise}
          isChosen={nextFree?.date === day && nextFree?.slot.time === wanted.time}
          onTake={choose}
        />
      )}
      <Days
        owner={owner}
        days={days}
        awaitsNotes={!times.days && !times.error}
        onChoose={(chosen) => choose(chosen, null)}
      />
      <section ref={starts} aria-label="Time">
        <h3 className="mb-3 text-sm font-medium">Select a Time Slot</h3>
        {wanted.day !== null && day === null && !isTold && (
          <Alert tone="warn" className="mb-4">
            {formatLongDay(wanted.day)} cannot be booked at this shop. Please choose another date.
          </Alert>
        )}
        <TimeZoneNote timeZone={shop.timeZone} day={day} />
        {gone && !isTold && (
          <Alert tone="warn" className="mb-4">
            The time you chose, {gone.displayTime}, is no longer available
            {gone.reason ? ` (${gone.reason})` : ''}. Please choose another.
          </Alert>
        )}
        <Times owner={owner} times={times} day={day} onChoose={(time) => day !== null && choose(day, time)} />
      </section>
    </>
  )
}

/** Scrolls the starts of a newly chosen day into view: on a phone they are below the fold. */
function useShownAfterChoice(day: string | null) {
  const section = useRef<HTMLElement>(null)
  const last = useRef(day)
  useEffect(() => {
    if (last.current === day) return
    last.current = day
    if (day !== null) section.current?.scrollIntoView({ block: 'nearest' })
  }, [day])
  return section
}

type DaysProps = {
  owner: string
  days: readonly StripDay[]
  awaitsNotes: boolean
  onChoose: (day: string) => void
}

function Days({ owner, days, awaitsNotes, onChoose }: DaysProps) {
  const wanted = useDraftSelector(owner, (draft) => draft.day)
  return (
    <DateStrip
      legend="Date"
      value={bookableDay(days, wanted)}
      onChange={onChoose}
      days={days}
      awaitsNotes={awaitsNotes}
    />
  )
}

type TimesProps = {
  owner: string
  times: ShopTimes
  day: string | null
  onChoose: (time: string) => void
}

function Times({ owner, times, day, onChoose }: TimesProps) {
  const wanted = useDraftSelector(owner, (draft) => (draft.day === day ? draft.time : null))
  return <SlotPicker times={times} day={day} value={wanted} onChange={onChoose} />
}
