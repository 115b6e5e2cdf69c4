import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import { useMay } from '../identity/standing.ts'
import { MailSwitches } from '../people/mail-switches.tsx'
import { Alert } from '../ui/alert.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SectionList } from '../ui/section-list.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AddShopSection } from './add-shop-section.tsx'
import { BaysSection } from './bays-section.tsx'
import { CancellationSection } from './cancellation-section.tsx'
import { ChangeRequest } from './change-request.tsx'
import { ClosuresSection } from './closures-section.tsx'
import { HistorySection } from './history-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { ConflictingAppointments } from './conflicting-appointments.tsx'
import { PayoutSection } from './payout-section.tsx'
import { PeopleSection } from '../people/people-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { PricingSection } from './pricing-section.tsx'
import { ShopStatusActions } from './shop-status-actions.tsx'
import { ShopStatusBadge } from './shop-status.tsx'
import { useShopSettings } from './shop-settings.ts'
import { SettingsSection } from './settings-section.tsx'
import { StatementSection } from './statement-section.tsx'
import { TextsSection } from './texts-section.tsx'
import { YourPageSection } from './your-page-section.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { useManagedShops } from './managed-shops.ts'

const CalendarFeeds = lazyComponent(
  () => import('../feeds/calendar-feeds.tsx').then((module) => module.CalendarFeeds),
  () => <Skeleton className="h-40" />,
)

type ShopViewProps = {
  shopId: number
  /** Shows the details of an appointment over the page. */
  onOpenAppointment: (id: string) => void
}

/** A shop's settings: name and place, hours, closures, bays and payout, each saved separately. */
export function ShopView({ shopId, onOpenAppointment }: ShopViewProps) {
  const mayChange = useMay('shop.change')
  const mayChangePayout = useMay('shop.changePayout')
  const mayReadStatement = useMay('statement.read')
  const mayManagePeople = useMay('people.change')
  const mayAdd = useMay('shop.add')
  const hasOwnMails = useMay('people.changeOwnMails')
  const hasFeeds = useMay('feed.change')
  const hidden = [
    ...(hasOwnMails ? [] : ['mails']),
    ...(hasFeeds ? [] : ['calendar']),
    ...(mayAdd ? [] : ['another']),
    ...(mayChangePayout ? [] : ['payout']),
    ...(mayReadStatement ? [] : ['statement']),
    ...(mayChange ? [] : ['history']),
    ...(mayManagePeople ? [] : ['people']),
  ]
  const shown = sections.filter(({ id }) => !hidden.includes(id))
  return (
    <QueryState query={useShopSettings(shopId)} loading="Loading the shop..." shape={<ShopShape />}>
      {(shop) => (
        <UnsavedChanges>
          <ShopHeader shop={shop} />
          <div className="mt-6 items-start gap-8 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)]">
            <SectionList hasBar sections={shown} />
            <div className="grid min-w-0 gap-6">
              <ConflictingAppointments shopId={shopId} onOpenAppointment={onOpenAppointment} />
              {mayManagePeople && <PeopleSection shopId={shopId} />}
              {!mayChange && <Alert tone="info">Only an owner can change the settings of the shop.</Alert>}
              <ChangeRequest shop={shop} />
              <fieldset
                disabled={!mayChange}
                aria-label="Settings of the shop"
                className="grid min-w-0 gap-6"
              >
                <PlaceSection shop={shop} />
                <YourPageSection shop={shop} />
                <CancellationSection shop={shop} />
                <HoursSection shop={shop} />
                <ClosuresSection shop={shop} />
                <BaysSection shop={shop} />
                <PricingSection shop={shop} />
              </fieldset>
              <TextsSection shop={shop} />
              {mayChangePayout && <PayoutSection shop={shop} />}
              {mayReadStatement && <StatementSection shop={shop} onOpenAppointment={onOpenAppointment} />}
              {hasOwnMails && <OwnMailsSection shopId={shopId} />}
              {hasFeeds && (
                <SettingsSection
                  id="calendar"
                  title="Your calendar"
                  lead="See the jobs in Google Calendar, Apple Calendar or Outlook. Only for you."
                >
                  <CalendarFeeds shopId={shopId} />
                </SettingsSection>
              )}
              {mayChange && <HistorySection shop={shop} />}
              {mayAdd && <AddShopSection shop={shop} />}
            </div>
          </div>
        </UnsavedChanges>
      )}
    </QueryState>
  )
}

/** An administrator gets none of these mails. */
function OwnMailsSection({ shopId }: { shopId: number }) {
  return (
    <SettingsSection
      id="mails"
      title="Your emails"
      lead="Only for you. Emails about failed cards, approval and payout always arrive."
    >
      <MailSwitches shopId={shopId} />
    </SettingsSection>
  )
}

function ShopShape() {
  return (
    <div className="grid gap-8 max-lg:gap-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <Skeleton className="h-72 max-lg:h-11" />
      <div className="grid gap-6">
        {['h-96', 'h-[36rem]', 'h-64'].map((height) => (
          <Skeleton key={height} className={`rounded-card ${height}`} />
        ))}
      </div>
    </div>
  )
}

function ShopHeader({ shop }: { shop: ShopSettings }) {
  const mayDecide = useMay('shop.changeStatus')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-2 text-2xl font-semibold">
          <bdi className="min-w-0">{shop.businessName}</bdi>
          <ShopStatusBadge status={shop.status} />
        </h2>
        <p className="mt-1 text-muted">
          {shop.ownerEmail === null ? 'Run by the administrators' : <bdi>{shop.ownerEmail}</bdi>}
        </p>
        {mayDecide && shop.statusReason !== '' && (
          <p className="mt-1 [overflow-wrap:anywhere] text-muted">
            Reason given: <bdi>{shop.statusReason}</bdi>
          </p>
        )}
      </div>
      {mayDecide && <Decision shop={shop} />}
    </div>
  )
}

/** An administrator's decision about the shop. The shop list has its number of appointments. */
function Decision({ shop }: { shop: ShopSettings }) {
  const managed = useManagedShops().data?.find((each) => each.id === shop.id)
  return <ShopStatusActions shop={shop} upcoming={managed?.upcoming ?? null} />
}

const sections = [
  { id: 'people', name: 'People' },
  { id: 'place', name: 'Name and place' },
  { id: 'page', name: 'Your page' },
  { id: 'cancellation', name: 'Cancellation' },
  { id: 'hours', name: 'Business Hours' },
  { id: 'closures', name: 'Closures' },
  { id: 'bays', name: 'Bays' },
  { id: 'pricing', name: 'Sales tax and tips' },
  { id: 'texts', name: 'Text messages' },
  { id: 'payout', name: 'Payout' },
  { id: 'statement', name: 'Payout statement' },
  { id: 'mails', name: 'Your emails' },
  { id: 'calendar', name: 'Your calendar' },
  { id: 'history', name: 'Changes' },
  { id: 'another', name: 'Another shop' },
]
