import { useState } from 'react'
import type { CustomerAppointment } from '../../contract/appointments/appointments.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { formatCents } from '../../contract/money.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.ts'
import { formatLongWallTime } from './appointment-words.ts'
import { EditPanel } from './edit-panel.tsx'
import { PackageCard } from './package-card.tsx'
import { priceDifference } from './price-difference.ts'
import { usePackages } from './queries.ts'
import { QueryState } from './query-state.tsx'
import { useChange } from './use-change.ts'

type ChangePackageProps = { appointment: CustomerAppointment; onClose: () => void }

/** The packages for this appointment. Another one is agreed to, with its price, before anything is sent. */
export function ChangePackage({ appointment, onClose }: ChangePackageProps) {
  const packages = usePackages()
  const [wanted, setWanted] = useState<InstallationPackage | null>(null)
  const change = useChange(appointment.id)
  const presentCents = Math.round(appointment.price * 100)

  const agree = () => {
    if (!wanted || change.isPending) return
    change.mutate(
      { productId: wanted.id },
      {
        onSuccess: () => {
          setWanted(null)
          toast({ title: 'Package changed', description: wanted.name })
          onClose()
        },
      },
    )
  }

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
                  headingLevel={4}
                  {...(present && { presentNote: 'Your present package' })}
                  {...(!present && difference && { priceNote: `${difference} than now` })}
                  onSelect={() => {
                    change.reset()
                    setWanted(offered)
                  }}
                />
              )
            })}
          </div>
        )}
      </QueryState>
      <Button variant="secondary" className="mt-6" onClick={onClose}>
        Cancel
      </Button>
      {wanted && (
        <Dialog
          open
          onOpenChange={(open) => {
            if (!open && !change.isPending) setWanted(null)
          }}
          title={`Change to ${wanted.name}?`}
          description={`Your appointment stays on ${formatLongWallTime(appointment.appointmentDate)}.`}
          footer={
            <>
              <Button variant="secondary" disabled={change.isPending} onClick={() => setWanted(null)}>
                Cancel
              </Button>
              <Button busy={change.isPending} onClick={agree}>
                Agree and Change
              </Button>
            </>
          }
        >
          <PriceAgreement presentCents={presentCents} wanted={wanted} />
          {change.error && (
            <Alert tone="bad" className="mt-4">
              {change.error.message}
            </Alert>
          )}
        </Dialog>
      )}
    </EditPanel>
  )
}

function PriceAgreement({ presentCents, wanted }: { presentCents: number; wanted: InstallationPackage }) {
  const difference = priceDifference(presentCents, wanted.priceCents)
  return (
    <div className="grid gap-2">
      {difference ? (
        <p>
          You will be charged <strong>{difference}</strong> after the installation:{' '}
          {formatCents(wanted.priceCents)} instead of {formatCents(presentCents)}.
        </p>
      ) : (
        <p>The price stays at {formatCents(presentCents)}.</p>
      )}
      <p className="text-muted">The installation takes {wanted.installationTime}.</p>
    </div>
  )
}
