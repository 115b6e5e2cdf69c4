import { useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { User } from '../../contract/identity/identity.ts'
import { seesEveryShop } from '../../contract/identity/permissions.ts'
import { mayAnywhere, standingAt } from '../../contract/identity/workplaces.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { useSession } from '../identity/session.ts'
import { StandingContext } from '../identity/standing.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { askedShopOf, useCurrentShop } from '../workspace/current-shop.ts'
import { AdminTabs } from './admin-tabs.tsx'
import { adminViewOf, type AdminView } from './admin-view.ts'
import { AppointmentsView } from './appointments-view.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { openAppointment, openedAppointmentOf } from './open-appointment.ts'
import { OwnShop } from './own-shop.tsx'
import { SecondFactorGate } from './second-factor-gate.tsx'
import { ShopBanner } from './shop-banner.tsx'

const BoardView = lazyComponent(
  () => import('./board-view.tsx').then((module) => module.BoardView),
  PageLoading,
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

const CustomersView = lazyComponent(
  () => import('../customers/customers-view.tsx').then((module) => module.CustomersView),
  PageLoading,
)

const ReviewsView = lazyComponent(
  () => import('../fitment-reviews/reviews-view.tsx').then((module) => module.ReviewsView),
  PageLoading,
)

const FitmentView = lazyComponent(
  () => import('./fitment/fitment-view.tsx').then((module) => module.FitmentView),
  PageLoading,
)

const title = 'Appointment Management'

/**
 * Appointment Management: all appointments for administrators, its own for a shop, a link back for a
 * customer.
 */
export function AdminPage() {
  const [queryClient] = useState(createQueryClient)
  const session = useSession()
  if (session.state !== 'signed-in') return null
  if (!mayAnywhere(session.user, 'appointment.read')) return <ForShopsOnly />
  return (
    <QueryClientProvider client={queryClient}>
      <SecondFactorGate user={session.user} title={title}>
        <StaffPage key={session.user.id} user={session.user} />
      </SecondFactorGate>
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
  const askedShop = askedShopOf(search)
  const opened = openedAppointmentOf(search)
  const [cancelling, setCancelling] = useState<string | null>(null)
  const askToCancel = (appointment: AdministratorAppointment) => setCancelling(appointment.id)
  return (
    <StandingContext value={standing}>
      <Page title={title} place={`${view} ${askedShop}`} width="wide" dense>
        <AdminTabs standing={standing} view={view} />
        {!seesEveryShop(user.role) && <ShopBanner user={user} />}
        <View view={view} user={user} shopId={askedShop} onCancel={askToCancel} />
        {opened !== null && <DetailsDialog key={opened} id={opened} onCancel={askToCancel} />}
        {cancelling !== null && (
          <CancelDialog id={cancelling} standing={standing} onClose={() => setCancelling(null)} />
        )}
      </Page>
    </StandingContext>
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
    case 'appointments':
      return <AppointmentsView user={user} onCancel={onCancel} />
    case 'board':
      return <BoardView />
    case 'overview':
      return <OverviewView />
    case 'shops':
      return <ShopsView />
    case 'customers':
      return <CustomersView />
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
