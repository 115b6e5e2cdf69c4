import { memo, useDeferredValue, useEffect, useState } from 'react'
import { bookingWindow } from '../../contract/slots/booking-window.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { withExtras } from '../fitment/fitment-words.ts'
import { preloadCardProvider } from '../payments/preload-card-provider.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import type { BookingDraft } from './booking-draft.ts'
import { goInstead, goOn } from './booking-history.ts'
import { BookingSummary, DraftSummary } from './booking-summary.tsx'
import { changeDraft, useDraft, visitor } from './draft-store.ts'
import { LocationPanel } from './location-panel.tsx'
import { isStartOf, type OwnClaim } from './claim-facts.ts'
import { heldSentence, useOwnClaim } from './own-claim.ts'
import { useServerNow } from './server-clock.ts'
import { usePackages, useSettings, useShops } from './queries.ts'
import { bookableDay, LocationChoice, stripDays, TimeChoice } from './schedule-choices.tsx'
import { ScheduleSkeleton } from './schedule-skeleton.tsx'
import { BackLink, StepFrame } from './step-frame.tsx'
import { selectedShopOf } from './selected-shop.ts'
import { StepAction } from './summary-bar.tsx'
import { useShopTimes } from './use-shop-times.ts'

const layout =
  'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-8'

type ScheduleStepProps = {
  owner: string
  /** Why the user was sent back here; cleared by a new selection. */
  notice: string | null
  onChoice: () => void
}

export function ScheduleStep({ owner, notice, onChoice }: ScheduleStepProps) {
  const settings = useSettings()
  const now = useServerNow()
  const packages = usePackages()
  const shops = useShops()
  const failed = [settings, packages, shops].find(({ data, isError }) => isError && data === undefined)
  return (
    <StepFrame step="schedule" title="Schedule Your Installation">
      <h2 className="text-xl font-semibold sm:text-2xl">Schedule Your Installation Appointment</h2>
      <div className="mt-6">
        {settings.data && now !== null && packages.data && shops.data ? (
          <ScheduleOfDraft
            owner={owner}
            notice={notice}
            onChoice={onChoice}
            now={now}
            offers={packages.data}
            shops={shops.data}
          />
        ) : failed ? (
          <ErrorState
            message={failed.error?.message}
            retrying={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        ) : (
          <div className={layout}>
            <ScheduleSkeleton />
            <DraftSummary owner={owner} />
          </div>
        )}
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

/** The rest of the step, derived from the draft. The selection renders and paints before it. */
function ScheduleOfDraft(props: ScheduleProps) {
  const draft = useDeferredValue(useDraft(props.owner))
  return <Schedule {...props} draft={draft} />
}

const Schedule = memo(function Schedule(props: ScheduleProps & { draft: BookingDraft }) {
  const { owner, notice, onChoice, now, offers, shops, draft } = props
  const listed = offers.find((offered) => offered.id === draft.packageId)
  const chosenPackage = listed && withExtras(listed, draft.fitment)
  const shop = selectedShopOf(shops, draft.shopId)
  const window = shop && bookingWindow(now, shop.timeZone)
  const [isGone, setIsGone] = useState(false)
  const { claim, isAsking } = useOwnClaim(owner !== visitor && (draft.attempt !== null || isGone))
  const times = useShopTimes({
    shopId: shop?.id,
    firstDay: window?.firstDay,
    productId: chosenPackage?.id,
    extraMinutes: draft.fitment.extraMinutes,
    // A new order replaces the unfinished one, so the slots of that are free for this user.
    ...(claim && { moving: { appointmentId: claim.id, present: null } }),
  })
  const days = shop && window ? stripDays(shop, window, times) : []
  const day = bookableDay(days, draft.day)
  const chosen = times.slotsOf(day)?.find(({ time }) => time === draft.time)
  const slot = chosen?.available === true ? chosen : undefined
  // Perhaps the user's own unfinished payment took it.
  if (chosen?.available === false && !isGone) setIsGone(true)

  const isWhole = shop !== undefined && day !== null && slot !== undefined && chosenPackage !== undefined
  const isVisitor = owner === visitor
  const summarized = { vehicle: draft.vehicle, offered: chosenPackage, shop, day, time: slot?.time ?? null }
  useCardProviderAhead(isWhole && !isVisitor)

  if (shops.length === 0)
    return <Alert tone="warn">No shop is taking appointments right now. Try again later.</Alert>

  const confirm = () => {
    if (!shop || day === null || !slot) return
    changeDraft(owner, { shopId: shop.id, day, time: slot.time })
    goOn('schedule', 'payment')
  }

  return (
    <div className={layout}>
      <div className="grid min-w-0 gap-6">
        {notice && <Alert tone="bad">{notice}</Alert>}
        {claim && <HeldForYou claim={claim} />}
        <Card className="grid gap-8">
          <LocationChoice
            owner={owner}
            shops={shops}
            onChoose={(shopId) => {
              // Another shop has other times; the day stays if that shop is open on it.
              changeDraft(owner, { shopId, time: null })
              onChoice()
            }}
          />
          {shop && window ? (
            <TimeChoice
              owner={owner}
              shop={shop}
              window={window}
              days={days}
              times={times}
              wanted={draft}
              day={day}
              otherwise={
                shops.length > 1
                  ? 'Choose another location, or check again tomorrow.'
                  : 'Check again tomorrow.'
              }
              isTold={notice !== null || isAsking}
              onChoose={(choice) => {
                const isAnother = claim !== null && choice.time !== null && !isStartOf(claim, choice)
                changeDraft(owner, { ...choice, ...(isAnother && { attempt: null }) })
                if (choice.time !== null) onChoice()
              }}
            />
          ) : (
            <p className="text-muted">Select a location to see its dates.</p>
          )}
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
        // On a phone the summary is in the page once there is something to confirm, above the shop's hours.
        onPhone={isWhole}
        hasStepAction={isWhole}
        className="lg:col-start-2 lg:row-span-3 lg:row-start-1"
        chosen={summarized}
      >
        {isWhole && (
          <StepAction chosen={summarized}>
            <Button onClick={confirm}>{isVisitor ? 'Continue to Book' : 'Confirm Appointment'}</Button>
          </StepAction>
        )}
        {isWhole && isVisitor && (
          <p className="mt-3 text-sm text-muted">
            Next, sign in or continue with your email. No password needed.
          </p>
        )}
      </BookingSummary>
      {shop && window && <LocationPanel shop={shop} {...window} />}
    </div>
  )
})

/** Preloads the chunks of the next step, once there is something to pay for. */
function useCardProviderAhead(isWhole: boolean): void {
  const scriptUrl = useSettings().data?.cards.scriptUrl
  useEffect(() => {
    if (!isWhole || scriptUrl === undefined) return
    // The pressed time paints first.
    const timer = setTimeout(() => preloadCardProvider(scriptUrl))
    return () => clearTimeout(timer)
  }, [isWhole, scriptUrl])
}

/** The way on to a payment that is not finished, instead of a slot that is taken by oneself. */
function HeldForYou({ claim }: { claim: OwnClaim }) {
  return (
    <Alert>
      <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span>{heldSentence(claim)} The payment isn’t finished yet.</span>
        <button
          type="button"
          onClick={() => goOn('schedule', 'payment')}
          className="min-h-6 font-semibold underline underline-offset-4"
        >
          Continue to payment
        </button>
      </p>
    </Alert>
  )
}

function PackageGone() {
  return (
    <Alert tone="warn">
      We no longer offer that package.{' '}
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
