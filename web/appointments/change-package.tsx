import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'
import { EditPanel } from './edit-panel.tsx'
import { PackageAgreementDialog } from './package-agreement-dialog.tsx'
import { PackageCard } from './package-card.tsx'
import { priceDifference } from './price-difference.ts'
import { usePackages } from './queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { usePackageChange } from './use-package-change.ts'

type ChangePackageProps = { appointment: CustomerAppointment; onClose: () => void }

/** The packages for this appointment. Another one needs agreement to its price before anything is sent. */
export function ChangePackage({ appointment, onClose }: ChangePackageProps) {
  const packages = usePackages()
  const change = usePackageChange(appointment, (name) => {
    toast({ title: 'Package changed', description: name })
    onClose()
  })
  const presentCents = Math.round(appointment.price * 100)

  return (
    <EditPanel title="Change Package">
      <QueryState query={packages} loading="Loading packages...">
        {(offers) => (
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {offers.map((offered) => {
              const present = offered.id === appointment.productId
              const difference = priceDifference(presentCents, offered.priceCents)
              return (
                <PackageCard
                  key={offered.id}
                  offered={offered}
                  chosen={present}
                  headingLevel={5}
                  {...(present && { presentNote: 'Your present package' })}
                  priceNote={
                    present ? 'Your price now' : difference ? `${difference} than now` : 'The same price'
                  }
                  busy={change.wanted?.offered.id === offered.id && change.phase !== 'asking'}
                  onSelect={() => change.choose(offered)}
                />
              )
            })}
          </div>
        )}
      </QueryState>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="secondary" disabled={change.phase !== 'asking'} onClick={onClose}>
          Cancel
        </Button>
        {change.phase === 'bank' && <Spinner label="Waiting for your bank..." className="text-muted" />}
      </div>
      <PackageAgreementDialog appointment={appointment} change={change} />
    </EditPanel>
  )
}
