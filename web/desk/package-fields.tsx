import { useEffect } from 'react'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { longestFitmentReason } from '../../contract/admin/desk-limits.ts'
import type { PackageFitment } from '../../contract/fitment/package-fitment.ts'
import { formatCents } from '../../contract/money.ts'
import {
  acceptedUnder,
  withAnswer,
  withoutVerdict,
  withTick,
  withVerdict,
} from '../appointments/fitment-draft.ts'
import { ConditionTicks } from '../fitment/condition-ticks.tsx'
import { FitmentProblem } from '../fitment/fitment-problem.tsx'
import { FitmentQuestion } from '../fitment/fitment-question.tsx'
import { verdictWords } from '../fitment/fitment-words.ts'
import { useFitment } from '../fitment/use-fitment.ts'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { ErrorSpeaker, TextField } from '../ui/field.tsx'
import { needsReason, type DeskDraft, type DraftErrors } from './desk-draft.ts'

type PackageFieldsProps = {
  draft: DeskDraft
  offers: readonly InstallationPackage[]
  errors: DraftErrors
  /** Counts the presses of the button while a condition was not ticked. */
  missed: number
  onChange: (parts: Partial<DeskDraft>) => void
  /** The verdict on a package that was chosen before it was known. */
  onVerdict: (fitment: DeskDraft['fitment']) => void
}

/** The questions about a chosen car, and the packages with their verdicts. */
export function PackageFields({ draft, offers, errors, missed, onChange, onVerdict }: PackageFieldsProps) {
  const { fitment, packageId, year, make, model, vin } = draft
  const check = useFitment({ year, make, model, vin }, fitment.answers)
  const { reply, isFetching, error } = check
  const verdictOf = (id: number) => reply?.packages.find(({ productId }) => productId === id)
  const chosen = packageId === null ? undefined : verdictOf(packageId)
  const choose = (id: number) => {
    const verdict = verdictOf(id)
    onChange({
      packageId: id,
      fitment:
        reply && verdict && !isFetching
          ? withVerdict({ ...fitment, answers: check.answers }, reply.ruleVersion, verdict)
          : withoutVerdict(fitment),
    })
  }
  useEffect(() => {
    if (reply && chosen && !isFetching && fitment.verdict === null)
      onVerdict(withVerdict({ ...fitment, answers: check.answers }, reply.ruleVersion, chosen))
  })
  return (
    <div className="grid gap-3">
      {check.questions.map(({ question, value }) => (
        <FitmentQuestion
          key={question.id}
          question={question}
          value={value}
          onAnswer={(answer) =>
            onChange({ fitment: withAnswer(check.answers, question.id, answer), packageId: null })
          }
        />
      ))}
      {error && <FitmentProblem error={error} isRetrying={isFetching} onRetry={check.retry} />}
      <fieldset aria-busy={isFetching} className={classNames('min-w-0', isFetching && 'opacity-60')}>
        <legend className="mb-1.5 text-sm font-medium">Package</legend>
        <div className="grid gap-2">
          {offers.map((offer) => (
            <Offer
              key={offer.id}
              offer={offer}
              verdict={verdictOf(offer.id)}
              isChosen={offer.id === packageId}
              onChoose={() => choose(offer.id)}
            />
          ))}
        </div>
        <ErrorSpeaker>
          {errors.package && <p className="mt-1.5 text-sm font-medium text-bad">{errors.package}</p>}
        </ErrorSpeaker>
      </fieldset>
      {chosen && chosen.conditions.length > 0 && reply && (
        <ConditionTicks
          conditions={chosen.conditions}
          accepted={acceptedUnder(fitment, reply.ruleVersion)}
          missed={missed}
          onTick={(id, isTrue) =>
            onChange({ fitment: { ...fitment, ...withTick(fitment, reply.ruleVersion, id, isTrue) } })
          }
        />
      )}
      {chosen && chosen.verdict !== 'fits_with_condition' && chosen.reason !== '' && (
        <p className="text-sm text-muted">{chosen.reason}</p>
      )}
      {needsReason(draft) && (
        <TextField
          label="Why it can be installed anyway"
          hint="No guarantee covers it then."
          maxLength={longestFitmentReason}
          value={draft.reason}
          error={errors.reason}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      )}
    </div>
  )
}

type OfferProps = {
  offer: InstallationPackage
  verdict: PackageFitment | undefined
  isChosen: boolean
  onChoose: () => void
}

function Offer({ offer, verdict, isChosen, onChoose }: OfferProps) {
  // A car that only needs its CarPlay switched on is no sale.
  const isOff = verdict?.verdict === 'activation_only'
  const words = verdict && verdictWords[verdict.verdict]
  return (
    <label
      className={classNames(
        'flex min-h-11 items-center gap-3 rounded-control border bg-surface px-3.5 py-2 text-ui',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember',
        isChosen ? 'border-ember ring-1 ring-ember' : 'border-line-strong hover:border-muted',
        isOff ? 'cursor-not-allowed opacity-60' : 'cursor-pointer',
      )}
    >
      <input
        type="radio"
        name="desk-package"
        checked={isChosen}
        disabled={isOff}
        onChange={onChoose}
        className="size-4.5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface checked:border-[5px] checked:border-ember focus:outline-hidden"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{offer.name}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {offer.installationTime}
          {words && <Badge tone={words.tone}>{words.label}</Badge>}
        </span>
      </span>
      <span className="font-medium tabular-nums">
        {formatCents(offer.priceCents + (verdict?.extraCents ?? 0))}
      </span>
    </label>
  )
}
