import { bookingWindow } from '../../contract/slots/booking-window.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { Alert } from '../ui/alert.tsx'
import { goOn } from './booking-history.ts'
import { DraftSummary } from './booking-summary.tsx'
import { changeDraft, useDraft } from './draft-store.ts'
import { PackageCard } from './package-card.tsx'
import { useServerNow } from './server-clock.ts'
import { usePackages, useShops } from './queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { BackLink, StepColumns, StepFrame } from './step-frame.tsx'
import { PackagesSkeleton } from './step-skeletons.tsx'
import { selectedShopOf } from './selected-shop.ts'
import { useTimesAhead } from './shop-times.ts'

type PackageStepProps = {
  owner: string
  /** Why the user was sent back here. */
  notice: string | null
  onChoice: () => void
}

export function PackageStep({ owner, notice, onChoice }: PackageStepProps) {
  const { packageId } = useDraft(owner)
  const packages = usePackages()
  useScheduleTimes(owner, packages.data)
  return (
    <StepFrame step="package" title="Select Your Upgrade Package">
      <StepColumns summary={<DraftSummary owner={owner} />}>
        <div className="grid gap-6">
          {notice && <Alert tone="bad">{notice}</Alert>}
          <Alert>All packages include both Apple CarPlay and Android Auto compatibility</Alert>
          <QueryState query={packages} loading="Loading packages..." shape={<PackagesSkeleton />}>
            {(offers) => (
              <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
                {offers.map((offered) => (
                  <PackageCard
                    key={offered.id}
                    offered={offered}
                    chosen={offered.id === packageId}
                    shared={sharedFeatures(offers)}
                    onSelect={() => {
                      changeDraft(owner, { packageId: offered.id })
                      onChoice()
                      goOn('package', 'schedule')
                    }}
                  />
                ))}
              </div>
            )}
          </QueryState>
          <div>
            <BackLink to="vehicle" />
          </div>
        </div>
      </StepColumns>
    </StepFrame>
  )
}

/** Prefetches the data of the next step: the times of every package, once the shop is known. */
function useScheduleTimes(owner: string, offers: readonly InstallationPackage[] = []): void {
  const { shopId } = useDraft(owner)
  const now = useServerNow()
  const shop = selectedShopOf(useShops().data ?? [], shopId)
  const firstDay = shop && now !== null ? bookingWindow(now, shop.timeZone).firstDay : undefined
  useTimesAhead(
    offers.map(({ id }) => id),
    { shopId: shop?.id, firstDay },
  )
}

function sharedFeatures([first, ...rest]: readonly InstallationPackage[]): string[] {
  return first?.features.filter((feature) => rest.every(({ features }) => features.includes(feature))) ?? []
}
