import { useState } from 'react'
import type { InstallationPackage } from '../../../contract/catalog/packages.ts'
import type { FitmentData, FitmentOutcome } from '../../../contract/fitment/fitment-data.ts'
import { agreeingJobs, agreeingShops } from '../../../contract/fitment/job-outcomes.ts'
import type { ConfidenceProposal, FitmentFigures } from '../../../contract/fitment/learning.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import { useLearning } from './fitment-queries.ts'
import { outcomeTones, outcomeWords } from './fitment-words.ts'
import { evidenceOf, figuresInWords } from './learning-words.ts'

type LearningPartProps = { data: FitmentData; packages: readonly InstallationPackage[] }

/** What finished jobs say about the rules: figures, and proposals of a higher confidence. */
export function LearningPart({ data, packages }: LearningPartProps) {
  const query = useLearning()
  return (
    <section aria-labelledby="learning-heading" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="learning-heading" className="text-lg font-semibold">
          Learning from jobs
        </h3>
        <p className="text-sm text-muted">Figures of the last 90 days</p>
      </div>
      {query.data ? (
        <>
          <Figures figures={query.data.figures} />
          <Proposals proposals={query.data.proposals} data={data} packages={packages} />
        </>
      ) : query.isError ? (
        <ErrorState
          message={query.error.message}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          <output className="sr-only">Loading the figures...</output>
          <Skeleton className="h-32" />
          <Skeleton className="h-20" />
        </>
      )}
    </section>
  )
}

function Figures({ figures }: { figures: FitmentFigures }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line shadow-lift sm:grid-cols-3">
      {figuresInWords(figures).map(({ name, value, note }) => (
        <div key={name} className="flex min-w-0 flex-col gap-1 bg-surface p-4 sm:p-6">
          <dt className="text-sm font-medium text-muted">{name}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums sm:text-3xl">{value}</dd>
          <dd className="text-sm text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

type ProposalsProps = LearningPartProps & { proposals: readonly ConfidenceProposal[] }

function Proposals({ proposals, data, packages }: ProposalsProps) {
  const [applying, setApplying] = useState<ConfidenceProposal | null>(null)
  return (
    <>
      {proposals.length === 0 ? (
        <p className="text-ui text-muted">
          {`No rule is ready for a higher confidence. ${agreeingJobs.medium} jobs that fitted propose medium; ${agreeingJobs.high} at ${agreeingShops} or more shops propose high.`}
        </p>
      ) : (
        <ul
          aria-label="Suggested confidence changes"
          className="grid rounded-card border border-line bg-surface px-5 shadow-lift sm:px-6"
        >
          {proposals.map((proposal) => (
            <Proposal
              key={proposal.ruleId}
              proposal={proposal}
              outcome={data.rules.find(({ id }) => id === proposal.ruleId)?.outcome}
              packageName={
                packages.find(({ id }) => id === proposal.packageId)?.name ?? `Package ${proposal.packageId}`
              }
              onApply={() => setApplying(proposal)}
            />
          ))}
        </ul>
      )}
      {/* A proposal that has left the list meanwhile still says why it cannot be applied. */}
      {applying && <ApplyDialog proposal={applying} onClose={() => setApplying(null)} />}
    </>
  )
}

type ProposalProps = {
  proposal: ConfidenceProposal
  outcome: FitmentOutcome | undefined
  packageName: string
  onApply: () => void
}

function Proposal({ proposal, outcome, packageName, onApply }: ProposalProps) {
  const { make, model, chassis, headUnit, from, to } = proposal
  const car = `${make} ${model} ${chassis}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64 text-ui">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{headUnit === null ? car : `${car}, ${headUnit}`}</span>
          {outcome !== undefined && <Badge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">{`${packageName} · ${evidenceOf(proposal)}`}</p>
      </div>
      <p className="text-sm">
        {`From ${from} to `}
        <span className="font-semibold">{`${to} confidence`}</span>
      </p>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Apply to ${car}, ${packageName}`}
        onClick={onApply}
      >
        Apply
      </Button>
    </li>
  )
}
