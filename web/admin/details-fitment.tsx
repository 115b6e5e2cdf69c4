import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { jobOutcomeLabels, jobOutcomes, type JobOutcome } from '../../contract/fitment/job-outcomes.ts'
import type { DetailsFitment, JobOutcomeInput } from '../../contract/fitment/outcome-endpoints.ts'
import { reasonForShop } from '../../contract/fitment/review-reasons.ts'
import { call, CallError } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'

type OutcomeProps = { id: string; fitment: DetailsFitment }
/** `awaited`: the note about an open check, which the dialog has the words for. */
type FitmentPartProps = OutcomeProps & { awaited: ReactNode }

/** The verdict under which the package was sold, and how it turned out. */
export function FitmentPart({ id, fitment, awaited }: FitmentPartProps) {
  const { verdict, conditions, recorded, canRecord } = fitment
  return (
    <section aria-labelledby="fitment-heading" className="grid gap-4 border-t border-line pt-6">
      <div>
        <h3 id="fitment-heading" className="font-semibold">
          Fitment
        </h3>
        <p className="mt-1 text-ui wrap-anywhere">
          {reasonForShop(verdict)} {conditions.map((text) => `“${text}”`).join(' ')}
        </p>
      </div>
      {awaited}
      {recorded !== null && (
        <p className="text-ui wrap-anywhere">
          <span className="font-medium">{jobOutcomeLabels[recorded.outcome]}</span>
          {recorded.headUnit !== null && `, head unit ${recorded.headUnit}`}
          {recorded.note !== '' && `: ${recorded.note}`}
        </p>
      )}
      {canRecord && <OutcomeForm id={id} fitment={fitment} />}
    </section>
  )
}

function OutcomeForm({ id, fitment: { headUnits, conditions } }: OutcomeProps) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [outcome, setOutcome] = useState<JobOutcome | null>(null)
  const [headUnitId, setHeadUnitId] = useState(headUnits.length === 1 ? (headUnits[0]?.id ?? '') : '')
  const [note, setNote] = useState('')
  const [minutes, setMinutes] = useState('0')
  const [isConditionUntrue, setConditionUntrue] = useState(false)
  const [problem, setProblem] = useState<{ field: string | null; sentence: string } | null>(null)
  const save = async () => {
    if (outcome === null) return
    setProblem(null)
    const shared = {
      headUnitId: headUnitId === '' ? null : headUnitId,
      note,
      extraMinutes: outcome === 'fitted_with_extra' ? Number(minutes) : 0,
    }
    const body: JobOutcomeInput =
      outcome === 'did_not_fit' ? { ...shared, outcome, isConditionUntrue } : { ...shared, outcome }
    try {
      await call('fitment.recordOutcome', { params: { id }, body })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return setProblem({ field: error.field, sentence: error.message })
    }
    await queries.invalidateQueries()
    toast({ title: 'Outcome recorded', description: jobOutcomeLabels[outcome] })
  }
  const errorOf = (field: string) => (problem?.field === field ? problem.sentence : undefined)
  return (
    <div className="grid gap-4">
      <fieldset aria-label="How did it fit?" className="flex flex-wrap gap-2">
        {jobOutcomes.map((each) => (
          <Button
            key={each}
            size="small"
            variant={each === outcome ? 'primary' : 'secondary'}
            aria-pressed={each === outcome}
            disabled={busy}
            onClick={() => setOutcome(each)}
          >
            {jobOutcomeLabels[each]}
          </Button>
        ))}
      </fieldset>
      {outcome !== null && (
        <div className="grid gap-4">
          <SelectField
            label="Head unit found"
            value={headUnitId}
            onChange={setHeadUnitId}
            error={errorOf('headUnitId')}
            options={[
              { value: '', label: 'Another one, or not checked' },
              ...headUnits.map(({ id: value, name: label }) => ({ value, label })),
            ]}
          />
          {outcome === 'fitted_with_extra' && (
            <TextField
              label="Extra minutes"
              inputMode="numeric"
              value={minutes}
              error={errorOf('extraMinutes')}
              onChange={(event) => setMinutes(event.target.value.replaceAll(/\D/g, '').slice(0, 3))}
            />
          )}
          <TextField
            label={outcome === 'did_not_fit' ? 'Why it didn’t fit (the customer sees this)' : 'Note'}
            optional={outcome !== 'did_not_fit'}
            maxLength={300}
            value={note}
            error={errorOf('note')}
            onChange={(event) => setNote(event.target.value)}
          />
          {outcome === 'did_not_fit' && conditions.length > 0 && (
            <Checkbox
              label="The condition the customer confirmed wasn’t true"
              checked={isConditionUntrue}
              onChange={setConditionUntrue}
            />
          )}
          {outcome === 'did_not_fit' && (
            <p className="text-sm text-muted">
              This cancels the appointment and releases the hold: the customer pays nothing. From now on we
              ask for a photo of such cars.
            </p>
          )}
          {problem !== null && problem.field === null && <Alert tone="bad">{problem.sentence}</Alert>}
          <div>
            <Button busy={busy} busyText="Saving..." onClick={() => void run(save)}>
              Record: {jobOutcomeLabels[outcome]}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
