import { useState } from 'react'
import { bookingWindow } from '../../contract/slots/booking-window.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { PackageFitment } from '../../contract/fitment/package-fitment.ts'
import { commonNoteOf, verdictsInWords } from '../fitment/fitment-words.ts'
import { FitmentProblem } from '../fitment/fitment-problem.tsx'
import { FitmentQuestions } from '../fitment/fitment-questions.tsx'
import { Guarantee } from '../fitment/guarantee.tsx'
import { useFitment, type FitmentCheck } from '../fitment/use-fitment.ts'
import { Alert } from '../ui/alert.tsx'
import { classNames } from '../ui/class-names.ts'
import { ActivationRequest } from './activation-request.tsx'
import { goOn } from './booking-history.ts'
import { DraftSummary } from './booking-summary.tsx'
import { changeDraft, useDraft, visitor } from './draft-store.ts'
import { acceptedUnder, withAnswer, withoutVerdict, withTick, withVerdict } from './fitment-draft.ts'
import { OfferedPackage } from './offered-package.tsx'
import { useServerNow } from './server-clock.ts'
import { usePackages, useShops } from './queries.ts'
import { CommonNote } from './common-note.tsx'
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
  const packages = usePackages()
  const { vehicle, fitment } = useDraft(owner)
  const check = useFitment(vehicle, fitment.answers)
  const note = noteOf(check)
  return (
    <StepFrame step="package" title="Select Your Upgrade Package">
      <StepColumns summary={<DraftSummary owner={owner} />}>
        <div className="grid gap-6">
          {notice && <Alert tone="bad">{notice}</Alert>}
          {/* An answer must not move its own question, so after one the note is below it. */}
          {note && check.questions.length === 0 && <CommonNote {...note} />}
          <div className="grid gap-4">
            <Alert>All packages include both Apple CarPlay and Android Auto compatibility</Alert>
            <Guarantee className="px-4" />
          </div>
          <QueryState query={packages} loading="Loading packages..." shape={<PackagesSkeleton />}>
            {(offers) => <OffersForCar owner={owner} offers={offers} check={check} onChoice={onChoice} />}
          </QueryState>
          <div>
            <BackLink to="vehicle" />
          </div>
        </div>
      </StepColumns>
    </StepFrame>
  )
}

type OffersForCarProps = {
  owner: string
  offers: readonly InstallationPackage[]
  check: FitmentCheck
  onChoice: () => void
}

/** The questions about the car, and each package with its verdict. */
function OffersForCar({ owner, offers, check, onChoice }: OffersForCarProps) {
  const { vehicle, fitment, packageId } = useDraft(owner)
  const [wanted] = useState(packageId)
  const { reply, isFetching, error } = check
  const verdicts = reply?.packages ?? []
  const note = noteOf(check)
  useScheduleTimes(owner, offers, verdicts)
  if (!reply && isFetching && error === null) return <PackagesSkeleton />

  const select = (id: number, chosen: PackageFitment | null) => {
    // The verdict to another answer is on its way: the server decides about the order.
    const known = reply && chosen && !isFetching
    changeDraft(owner, {
      packageId: id,
      fitment: known
        ? withVerdict({ ...fitment, answers: check.answers }, reply.ruleVersion, chosen)
        : withoutVerdict(fitment),
    })
    onChoice()
    goOn('package', 'schedule')
  }

  return (
    <>
      <FitmentQuestions
        questions={check.questions}
        onAnswer={(id, value) => {
          changeDraft(owner, { fitment: withAnswer(check.answers, id, value), packageId: null })
          onChoice()
        }}
      />
      {error && <FitmentProblem error={error} isRetrying={isFetching} onRetry={check.retry} />}
      {note && check.questions.length > 0 && <CommonNote {...note} />}
      <p aria-live="polite" className="sr-only">
        {isFetching ? '' : verdictsInWords(verdicts, offers)}
      </p>
      <div
        aria-busy={isFetching}
        className={classNames(
          'grid gap-6 transition-opacity sm:grid-cols-2 xl:grid-cols-3',
          isFetching && 'opacity-60',
        )}
      >
        {wantedFirst(offers, wanted).map((offered) => (
          <OfferedPackage
            key={offered.id}
            offered={offered}
            make={vehicle.make}
            offers={offers}
            shared={sharedFeatures(offers)}
            chosen={offered.id === packageId}
            verdicts={verdicts}
            isReasonTold={note?.isWholeReason ?? false}
            isShort={note?.isNone ?? false}
            hasOpenQuestion={check.questions.some(
              ({ question, value }) => value === null && question.productIds.includes(offered.id),
            )}
            accepted={acceptedUnder(fitment, reply?.ruleVersion)}
            activation={
              reply && (
                <ActivationRequest
                  key={JSON.stringify([vehicle, check.answers])}
                  owner={owner}
                  vehicle={vehicle}
                  productId={offered.id}
                  answers={check.answers}
                  ruleVersion={reply.ruleVersion}
                />
              )
            }
            action={owner === visitor ? 'See times' : 'Select Package'}
            onTick={(conditionId, isTrue) => {
              if (!reply) return
              changeDraft(owner, { fitment: withTick(fitment, reply.ruleVersion, conditionId, isTrue) })
            }}
            onSelect={(chosen) => select(offered.id, chosen)}
          />
        ))}
      </div>
    </>
  )
}

/** The package chosen before the step opened leads, so that it needs no search on a phone. */
function wantedFirst(offers: readonly InstallationPackage[], wanted: number | null) {
  return offers.toSorted((one, other) => Number(other.id === wanted) - Number(one.id === wanted))
}

/** The note above the cards; null while an open question may change it. */
function noteOf({ reply, isFetching, questions }: FitmentCheck) {
  return !reply || isFetching || questions.some(({ value }) => value === null) ? null : commonNoteOf(reply)
}

/** Prefetches the data of the next step: the times of every package for this car, once the shop is known. */
function useScheduleTimes(
  owner: string,
  offers: readonly InstallationPackage[],
  verdicts: readonly PackageFitment[],
): void {
  const { shopId } = useDraft(owner)
  const now = useServerNow()
  const shop = selectedShopOf(useShops().data ?? [], shopId)
  const firstDay = shop && now !== null ? bookingWindow(now, shop.timeZone).firstDay : undefined
  useTimesAhead(
    offers.map(({ id }) => ({
      productId: id,
      extraMinutes: verdicts.find(({ productId }) => productId === id)?.extraMinutes ?? 0,
    })),
    { shopId: shop?.id, firstDay },
  )
}

function sharedFeatures([first, ...rest]: readonly InstallationPackage[]): string[] {
  return first?.features.filter((feature) => rest.every(({ features }) => features.includes(feature))) ?? []
}
