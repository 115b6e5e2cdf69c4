import { useState } from 'react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { isBookable } from '../fitment/fitment-words.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'
import { EditPanel } from './edit-panel.tsx'
import { PackageAgreementDialog } from './package-agreement-dialog.tsx'
import { OfferedPackage } from './offered-package.tsx'
import { priceDifference } from './price-difference.ts'
import { usePackageChoices, usePackages } from './queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { usePackageChange } from './use-package-change.ts'

type ChangePackageProps = {
  appointment: CustomerAppointment
  onClose: () => void
  onReschedule: () => void
}

const reviewNext =
  'You can change now and add the photo later. If the shop says no, we cancel and release the hold.'

/**
 * The packages for this appointment. Another one needs agreement to its price before anything is sent. The
 * server lists the ones that fit first, so that no customer consents to a change that it would refuse.
 */
export function ChangePackage({ appointment, onClose, onReschedule }: ChangePackageProps) {
  const packages = usePackages()
  const choices = usePackageChoices(appointment.id)
  const [asked, setAsked] = useState<number | null>(null)
  const [ticks, setTicks] = useState<readonly string[]>([])
  const change = usePackageChange(appointment, (name) => {
    toast({ title: 'Package changed', description: name })
    onClose()
  })
  // Another customer may have taken the hours since the packages were shown.
  const choose = async (offered: InstallationPackage) => {
    if (asked !== null) return
    setAsked(offered.id)
    const { data, isError } = await choices.refetch()
    setAsked(null)
    const now = data?.find(({ productId }) => productId === offered.id)
    if (isError || now?.problem !== null) return
    const { fitment, ruleVersion } = now
    const acceptedConditions = ticks.filter((id) => fitment.conditions.some((each) => each.id === id))
    // Other conditions than before stay on the card, to be confirmed there.
    if (!isBookable(fitment) || acceptedConditions.length < fitment.conditions.length) return
    change.choose(offered, { fitment, offered: { answers: {}, acceptedConditions, ruleVersion } })
  }
  const problemOf = (id: number) => choices.data?.find(({ productId }) => productId === id)?.problem ?? null
  const verdicts = (choices.data ?? [])
    .map(({ fitment }) => fitment)
    .filter(({ productId }) => productId !== appointment.productId)
  const presentCents = Math.round(appointment.price * 100)

  return (
    <EditPanel title="Change Package">
      {choices.isError && (
        <ErrorState
          message={choices.error.message}
          retrying={choices.isFetching}
          onRetry={() => void choices.refetch()}
        />
      )}
      <QueryState query={packages} loading="Loading packages...">
        {(offers) => (
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {offers.map((offered) => {
              const present = offered.id === appointment.productId
              const verdict = verdicts.find(({ productId }) => productId === offered.id)
              const priceCents = offered.priceCents + (verdict?.extraCents ?? 0)
              const difference = priceDifference(presentCents, priceCents)
              return (
                <OfferedPackage
                  key={offered.id}
                  offered={offered}
                  make={appointment.vehicleInfo.make}
                  offers={offers}
                  verdicts={verdicts}
                  accepted={ticks}
                  reviewNext={reviewNext}
                  onTick={(id, isTrue) =>
                    setTicks(isTrue ? [...ticks, id] : ticks.filter((each) => each !== id))
                  }
                  chosen={present}
                  headingLevel={5}
                  {...(present && {
                    presentNote: 'Your current package',
                    extras: appointment.fitment ?? undefined,
                  })}
                  priceNote={
                    present ? 'Your price now' : difference ? `${difference} than now` : 'The same price'
                  }
                  {...(!present &&
                    problemOf(offered.id) !== null && {
                      impossible: (
                        <>
                          <p className="text-ui text-muted">{problemOf(offered.id)}</p>
                          <Button variant="secondary" onClick={onReschedule}>
                            Reschedule
                          </Button>
                        </>
                      ),
                    })}
                  busy={
                    asked === offered.id ||
                    choices.data === undefined ||
                    (change.wanted?.offered.id === offered.id && change.phase !== 'asking')
                  }
                  onSelect={() => void choose(offered)}
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
