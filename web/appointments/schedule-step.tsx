import { bookingWindow, weekdaysOfWindow } from '../../contract/appointments/booking-window.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { formatLongDay } from '../../contract/time.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateStrip } from '../ui/date-strip.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { goInstead, goOn } from './booking-history.ts'
import { BookingSummary } from './booking-summary.tsx'
import { ClockNote } from './clock-note.tsx'
import { changeDraft, useDraft } from './draft-store.ts'
import { LocationPanel } from './location-panel.tsx'
import { useFreeSlots, usePackages, useSettings, useShops } from './queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { isOpenOn } from './shop-hours.ts'
import { SlotPicker } from './slot-picker.tsx'
import { BackLink, StepFrame } from './step-frame.tsx'

type ScheduleStepProps = {
  owner: string
  /** Why somebody was sent back here; goes when another time is chosen. */
  notice: string | null
  onChoice: () => void
}

export function ScheduleStep({ owner, notice, onChoice }: ScheduleStepProps) {
  const settings = useSettings()
  const packages = usePackages()
  const shops = useShops()
  return (
    <StepFrame step="schedule" title="Schedule Your Installation">
      <h2 className="text-xl font-semibold sm:text-2xl">Schedule Your Installation Appointment</h2>
      <div className="mt-6">
        <QueryState query={settings} loading="Loading...">
          {({ now }) => (
            <QueryState query={packages} loading="Loading...">
              {(offers) => (
                <QueryState query={shops} loading="Loading...">
                  {(list) => (
                    <Schedule
                      owner={owner}
                      notice={notice}
                      onChoice={onChoice}
                      now={Date.parse(now)}
                      offers={offers}
                      shops={list}
                    />
                  )}
                </QueryState>
              )}
            </QueryState>
          )}
        </QueryState>
      </div>
      <div className="mt-6">
        <BackLink to="package" />
      </div>
    </StepFrame>
  )
}

type ScheduleProps = ScheduleStepProps & {
  now: number
  offers: readonly InstallationPackage[]
  shops: readonly BookableShop[]
}

function Schedule({ owner, notice, onChoice, now, offers, shops }: ScheduleProps) {
  const draft = useDraft(owner)
  const chosenPackage = offers.find((offered) => offered.id === draft.packageId)
  // With a single shop there is nothing to choose.
  const shop = shops.find(({ id }) => id === draft.shopId) ?? (shops.length === 1 ? shops[0] : undefined)
  const window = shop && bookingWindow(now, shop.timeZone)
  const days = window ? weekdaysOfWindow(window) : []
  const isBookable = (each: string): boolean =>
    shop !== undefined && days.includes(each) && isOpenOn(shop, each)
  const day = draft.day !== null && isBookable(draft.day) ? draft.day : null
  const slots = useFreeSlots({
    date: day,
    shopId: shop?.id ?? null,
    ...(chosenPackage && { productId: chosenPackage.id }),
  })
  const slotWanted = slots.isFetching ? undefined : slots.data?.find(({ time }) => time === draft.time)
  const slot = slotWanted?.available ? slotWanted : undefined

  if (shops.length === 0)
    return <Alert tone="warn">No shop is taking appointments at the moment. Please try again later.</Alert>

  const confirm = () => {
    if (!shop || day === null || !slot) return
    changeDraft(owner, { shopId: shop.id, day, time: slot.time })
    goOn('schedule', 'payment')
  }

  const isWhole = shop !== undefined && day !== null && slot !== undefined && chosenPackage !== undefined

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-8">
      <div className="grid min-w-0 gap-6">
        {notice && <Alert tone="bad">{notice}</Alert>}
        <Card className="grid gap-8">
          <RadioGroup
            legend="Location"
            value={shop ? String(shop.id) : null}
            onChange={(id) => {
              // Another shop has other times; the day stays where that shop is open on it.
              changeDraft(owner, { shopId: Number(id), time: null })
              onChoice()
            }}
            options={shops.map(({ id, businessName, address }) => ({
              value: String(id),
              label: <bdi className="break-words">{businessName}</bdi>,
              description: <bdi className="break-words">{address}</bdi>,
            }))}
          />
          {shop ? (
            <DateStrip
              legend="Date"
              value={day}
              onChange={(chosen) => changeDraft(owner, { shopId: shop.id, day: chosen, time: null })}
              days={days.map((each) =>
                isOpenOn(shop, each) ? { day: each } : { day: each, disabled: true, note: 'Closed' },
              )}
            />
          ) : (
            <p className="text-muted">Select a location to see its dates.</p>
          )}
          <section aria-label="Time">
            <h3 className="mb-3 text-sm font-medium">Select a Time Slot</h3>
            {shop && draft.day !== null && day === null && !notice && (
              <Alert tone="warn" className="mb-4">
                {formatLongDay(draft.day)} cannot be booked at this shop. Please choose another date.
              </Alert>
            )}
            {shop && day !== null && <ClockNote timeZone={shop.timeZone} day={day} />}
            {slotWanted && !slotWanted.available && !notice && (
              <Alert tone="warn" className="mb-4">
                The time you chose, {slotWanted.displayTime}, is no longer available
                {slotWanted.reason ? ` (${slotWanted.reason})` : ''}. Please choose another.
              </Alert>
            )}
            <SlotPicker
              slots={slots}
              hasDay={day !== null}
              value={draft.time}
              onChange={(time) => {
                if (!shop || day === null) return
                changeDraft(owner, { shopId: shop.id, day, time })
                onChoice()
              }}
            />
          </section>
          {chosenPackage && (
            <Alert>
              Please allow {chosenPackage.installationTime} for the installation of your {chosenPackage.name}{' '}
              package.
            </Alert>
          )}
        </Card>
      </div>
      {!chosenPackage && <PackageGone />}
      <BookingSummary
        // On a phone the whole stands in the page once there is something to confirm, before the shop's hours.
        onPhone={isWhole}
        className="lg:col-start-2 lg:row-span-3 lg:row-start-1"
        chosen={{ vehicle: draft.vehicle, offered: chosenPackage, shop, day, time: slot?.time ?? null }}
      >
        {isWhole && <Button onClick={confirm}>Confirm Appointment</Button>}
      </BookingSummary>
      {shop && window && <LocationPanel shop={shop} {...window} />}
    </div>
  )
}

function PackageGone() {
  return (
    <Alert tone="warn">
      The package you chose is no longer offered.{' '}
      <button
        type="button"
        className="min-h-6 font-medium underline underline-offset-4"
        onClick={() => goInstead('package')}
      >
        Choose another package
      </button>
    </Alert>
  )
}
