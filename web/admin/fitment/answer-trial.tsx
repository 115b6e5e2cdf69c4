import { useState } from 'react'
import { RotateCcw } from 'lucide-react'
import type { InstallationPackage } from '../../../contract/catalog/packages.ts'
import type { FitmentData } from '../../../contract/fitment/fitment-data.ts'
import type { ChosenVehicle } from '../../../contract/fitment/match-vin.ts'
import { notSure, resolveFitment, type FitmentAnswers } from '../../../contract/fitment/resolve-fitment.ts'
import { formatCents } from '../../../contract/money.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { outcomeTones, outcomeWords } from './fitment-words.ts'

type AnswerTrialProps = { car: ChosenVehicle; data: FitmentData; packages: readonly InstallationPackage[] }

/** The public check of one car, to try its questions: the verdicts as a customer would see them. */
export function AnswerTrial({ car, data, packages }: AnswerTrialProps) {
  const [answers, setAnswers] = useState<FitmentAnswers>({})
  const packageIds = packages.map(({ id }) => id)
  const result = resolveFitment(data, { ...car, vin: null, answers, packageIds })
  const { question } = result
  const given = Object.entries(answers)
  const textOf = (questionId: string, value: string) => {
    const asked = data.questions.find(({ id }) => id === questionId)
    const answer = asked?.answers.find((each) => each.value === value)
    return `${asked?.text ?? questionId} ${answer?.text ?? 'I’m not sure'}`
  }
  return (
    <section
      aria-label="What the customer sees"
      className="grid gap-5 rounded-card border border-line bg-surface p-5 shadow-lift sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h3 className="text-lg font-semibold">What the customer sees</h3>
        <p className="text-sm text-muted">Without a VIN. Try the answers.</p>
      </div>
      <ul className="grid gap-3 md:grid-cols-3">
        {result.packages.map(({ packageId, outcome, reason, conditions, extraMinutes, extraCents }) => {
          const offer = packages.find(({ id }) => id === packageId)
          const extras = [
            ...(extraMinutes > 0 ? [`+ ${extraMinutes} minutes`] : []),
            ...(extraCents > 0 ? [`+ ${formatCents(extraCents)}`] : []),
          ]
          return (
            <li
              key={packageId}
              className="grid content-start gap-2 rounded-control border border-line bg-sunken p-4"
            >
              <h4 className="text-ui font-semibold">{offer?.name ?? `Package ${packageId}`}</h4>
              <div>
                <Badge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</Badge>
              </div>
              <p className="text-sm text-muted">
                {conditions.length > 0 ? conditions.map(({ text }) => `“${text}”`).join(' ') : reason}
              </p>
              {extras.length > 0 && <p className="text-sm font-medium">{extras.join(', ')}</p>}
            </li>
          )
        })}
      </ul>
      {given.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <ul className="grid gap-1">
            {given.map(([questionId, value]) => (
              <li key={questionId}>{textOf(questionId, value)}</li>
            ))}
          </ul>
          <Button variant="ghost" size="small" onClick={() => setAnswers({})}>
            <RotateCcw className="size-4" aria-hidden="true" />
            Start over
          </Button>
        </div>
      )}
      <div aria-live="polite">
        {question ? (
          <fieldset className="min-w-0">
            <legend className="font-medium">{question.text}</legend>
            <div className="mt-2 flex flex-wrap gap-2">
              {[...question.answers, { value: notSure, text: 'I’m not sure' }].map(({ value, text }) => (
                <Button
                  key={value}
                  variant="secondary"
                  size="small"
                  onClick={() => setAnswers({ ...answers, [question.id]: value })}
                >
                  {text}
                </Button>
              ))}
            </div>
          </fieldset>
        ) : (
          <p className="text-sm text-muted">
            {given.length === 0 ? 'No question is asked for this car.' : 'No further question is asked.'}
          </p>
        )}
      </div>
    </section>
  )
}
