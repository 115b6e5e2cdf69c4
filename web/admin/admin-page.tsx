import { useDeferredValue, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Redirect, useSearch } from 'wouter'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { User } from '../../contract/identity/identity.ts'
import { isAllowed, seesEveryShop } from '../../contract/identity/permissions.ts'
import type { Standing } from '../../contract/identity/roles.ts'
import { standingAt, standingsOf } from '../../contract/identity/workplaces.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { isStaff } from '../identity/is-staff.ts'
import { useSession } from '../identity/session.ts'
import { StandingContext } from '../identity/standing.ts'
import { useLiveQueries } from '../live/use-live-queries.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import {
  askedShopOf,
  CurrentShopContext,
  useCurrentShop,
  useShopInAddress,
} from '../workspace/current-shop.ts'
import { useMove } from '../board/move-store.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { NewBooking } from '../desk/new-booking.tsx'
import { adminViewOf, askedContactOf } from './admin-view.ts'
import { AppointmentsView, ListActions } from './appointments-view.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { openAppointment, openedAppointmentOf } from './open-appointment.ts'
import { OwnShop } from './own-shop.tsx'
import { SecondFactorGate, useLacksSecondFactor } from './second-factor-gate.tsx'
import { ShopBanner } from './shop-banner.tsx'
import { TodayActions, TodayView } from '../today/today-view.tsx'
import { titleOf, type AdminView } from '../workspace/views.ts'
import { Workspace } from '../workspace/workspace.tsx'
import { WorkspacePage } from '../workspace/workspace-page.tsx'

const BoardView = lazyComponent(
  () => import('../board/board-view.tsx').then((module) => module.BoardView),
  PageLoading,
)
const MoveBar = lazyComponent(
  () => import('../board/move-bar.tsx').then((module) => module.MoveBar),
  () => null,
)
const OfflineStrip = lazyComponent(
  () => import('../workshop/offline-queue/offline-strip.tsx').then((module) => module.OfflineStrip),
  () => null,
)
const OverviewView = lazyComponent(
  () => import('./overview-view.tsx').then((module) => module.OverviewView),
  PageLoading,
)
const ShopsView = lazyComponent(
  () => import('../shops/shops-view.tsx').then((module) => module.ShopsView),
  PageLoading,
)
const ShopView = lazyComponent(
  () => import('../shops/shop-view.tsx').then((module) => module.ShopView),
  PageLoading,
)

const PayoutsView = lazyComponent(
  () => import('../payouts/payouts-view.tsx').then((module) => module.PayoutsView),
  PageLoading,
)

const CustomersView = lazyComponent(
  () => import('../customers/customers-view.tsx').then((module) => module.CustomersView),
  PageLoading,
)

const ContactsView = lazyComponent(
  () => import('../contacts/contacts-view.tsx').then((module) => module.ContactsView),
  PageLoading,
)

const SearchBox = lazyComponent(
  () => import('../contacts/search-box.tsx').then((module) => module.SearchBox),
  () => <div className="h-12 w-full sm:h-10 sm:w-96" />,
)

const ReviewsView = lazyComponent(
  () => import('../fitment-reviews/reviews-view.tsx').then((module) => module.ReviewsView),
  PageLoading,
)

const FitmentView = lazyComponent(
  () => import('./fitment/fitment-view.tsx').then((module) => module.FitmentView),
  PageLoading,
)

const title = titleOf('appointments')

/** Appointment Management and the other views of staff; a link back for a customer. */
export function AdminPage() {
  const [queryClient] = useState(createQueryClient)
  const session = useSession()
  if (session.state !== 'signed-in') return null
  const { user } = session
  if (!isStaff(user)) return <ForShopsOnly />
  return (
    <QueryClientProvider client={queryClient}>
      <StaffPage key={user.id} user={user} />
    </QueryClientProvider>
  )
}

function ForShopsOnly() {
  return (
    <Page title={title}>
      <EmptyState title="This page is for shops. Your own appointments are under My Appointments.">
        <ButtonLink href={paths.appointments}>My Appointments</ButtonLink>
      </EmptyState>
    </Page>
  )
}

function StaffPage({ user }: { user: User }) {
  const search = useSearch()
  const shop = useCurrentShop(user)
  const standing = shop ? standingAt(user, shop.shopId) : user.role
  const view = adminViewOf(search, standing)
  const mayWatch = standingsOf(user).some((each) => isAllowed(each, 'live.watch'))
  useLiveQueries(user.id, useLacksSecondFactor(user) === false && mayWatch)
  const askedShop = askedShopOf(search)
  // A press is painted before the details, whose mounting takes a slow processor longer.
  const opened = useDeferredValue(openedAppointmentOf(search))
  const [cancelling, setCancelling] = useState<string | null>(null)
  const askToCancel = (appointment: AdministratorAppointment) => setCancelling(appointment.id)
  const isMoving = useMove() !== null
  useShopInAddress(user, shop)
  // An administrator books where a shop is chosen.
  const bookingShop = shop?.shopId ?? askedShop
  const searchBox = (
    <SearchBox shopId={shop?.shopId ?? null} showsShop={shop === null} className="w-full md:max-w-xl" />
  )
  if (!isAllowed(standing, 'appointment.read')) return <Elsewhere user={user} standing={standing} />
  return (
    <StandingContext value={standing}>
      <CurrentShopContext value={shop?.shopId ?? null}>
        <Workspace user={user} standing={standing} shop={shop} place={view} search={searchBox}>
          <SecondFactorGate user={user} title={titleOf(view)}>
            <WorkspacePage
              key={shop?.shopId}
              title={titleOf(view)}
              place={`${view} ${askedShop} ${shop?.shopId} ${askedContactOf(search)}`}
              actions={
                <>
                  {(view === 'appointments' && <ListActions />) || (view === 'today' && <TodayActions />)}
                  {bookingShop !== null && view === 'board' && <Blocks shopId={bookingShop} />}
                  {bookingShop !== null && <NewBooking shopId={bookingShop} />}
                </>
              }
            >
              {isAllowed(standing, 'work.record') && <OfflineStrip userId={user.id} />}
              {shop && <ShopBanner user={user} shopId={shop.shopId} />}
              <View view={view} user={user} shopId={shop?.shopId ?? askedShop} onCancel={askToCancel} />
              {opened !== null && <DetailsDialog key={opened} id={opened} onCancel={askToCancel} />}
              {isMoving && <MoveBar />}
              {cancelling !== null && (
                <CancelDialog id={cancelling} standing={standing} onClose={() => setCancelling(null)} />
              )}
            </WorkspacePage>
          </SecondFactorGate>
        </Workspace>
      </CurrentShopContext>
    </StandingContext>
  )
}

/** A technician has a page of their own. A shop account whose access ended has none. */
function Elsewhere({ user, standing }: { user: User; standing: Standing }) {
  if (standing === 'technician') return <Redirect to={paths.work} replace />
  return (
    <Workspace user={user} standing={standing} shop={null} place="appointments">
      <WorkspacePage title={title}>
        <EmptyState title="You no longer work at a shop here. Ask an owner to invite you again.">
          <ButtonLink href={paths.account}>Your account</ButtonLink>
        </EmptyState>
      </WorkspacePage>
    </Workspace>
  )
}

type ViewProps = {
  view: AdminView
  user: User
  shopId: number | null
  onCancel: (appointment: AdministratorAppointment) => void
}

function View({ view, user, shopId, onCancel }: ViewProps) {
  switch (view) {
    case 'today':
      return <TodayView showsShops={seesEveryShop(user.role)} />
    case 'appointments':
      return <AppointmentsView user={user} onCancel={onCancel} />
    case 'board':
      return <BoardView />
    case 'overview':
      return <OverviewView />
    case 'shops':
      return <ShopsView />
    case 'payouts':
      return <PayoutsView />
    case 'customers':
      return <CustomersView />
    case 'contacts':
      return <ContactsView />
    case 'reviews':
      return <ReviewsView />
    case 'fitment':
      return <FitmentView />
    case 'shop':
      return seesEveryShop(user.role) && shopId !== null ? (
        <ShopView key={shopId} shopId={shopId} onOpenAppointment={openAppointment} />
      ) : (
        <OwnShop>
          {(ownId) => <ShopView key={ownId} shopId={ownId} onOpenAppointment={openAppointment} />}
        </OwnShop>
      )
  }
}
