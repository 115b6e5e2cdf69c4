import { Pencil, Plus } from 'lucide-react'
import type { InstallationPackage } from '../../../contract/catalog/packages.ts'
import type { FitmentQuestion, FitmentRule, HeadUnit } from '../../../contract/fitment/fitment-data.ts'
import { formatCents } from '../../../contract/money.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import {
  confidenceWords,
  outcomeTones,
  outcomeWords,
  provisionWords,
  screensOf,
  yearsOf,
} from './fitment-words.ts'
import { SourceList } from './source-list.tsx'

type HeadUnitSectionProps = {
  /** Null for the rules of all head units. */
  unit: HeadUnit | null
  rules: readonly FitmentRule[]
  packages: readonly InstallationPackage[]
  questions: readonly FitmentQuestion[]
  isLocked: boolean
  isSaved: (row: FitmentRule | HeadUnit) => boolean
  onEditUnit: () => void
  onEditRule: (rule: FitmentRule) => void
  onAddRule: () => void
}

/** A head unit with its facts and its rules, a column for each package. */
export function HeadUnitSection(props: HeadUnitSectionProps) {
  const { unit, rules, packages, questions, isLocked, isSaved, onEditUnit, onEditRule, onAddRule } = props
  const name = unit?.name ?? 'All other cases'
  const sorted = [...rules].sort((one, other) => one.packageId - other.packageId)
  return (
    <section aria-label={name} className="grid gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h4 className="font-semibold">
            {name}
            {unit && (
              <span className="ml-2 text-sm font-normal text-muted tabular-nums">
                {yearsOf(unit.yearFrom, unit.yearTo)}
              </span>
            )}
            {unit && !isSaved(unit) && <Unsaved />}
          </h4>
          {unit ? (
            <UnitFacts unit={unit} questions={questions} />
          ) : (
            <p className="mt-1 text-sm text-muted">Where no rule of a head unit decides.</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {unit && (
            <Button variant="ghost" size="small" disabled={isLocked} onClick={onEditUnit}>
              <Pencil className="size-4" aria-hidden="true" />
              Edit<span className="sr-only">{` ${name}`}</span>
            </Button>
          )}
          <Button variant="ghost" size="small" disabled={isLocked} onClick={onAddRule}>
            <Plus className="size-4" aria-hidden="true" />
            Add a rule<span className="sr-only">{` for ${name}`}</span>
          </Button>
        </div>
      </div>
      {sorted.length > 0 && (
        <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {sorted.map((rule) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              packageName={packages.find(({ id }) => id === rule.packageId)?.name ?? ''}
              questions={questions}
              isLocked={isLocked}
              isSaved={isSaved(rule)}
              onEdit={() => onEditRule(rule)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function UnitFacts({ unit, questions }: { unit: HeadUnit; questions: readonly FitmentQuestion[] }) {
  const answers = Object.entries(unit.answers).flatMap(([questionId, values]) => {
    const question = questions.find(({ id }) => id === questionId)
    const texts = values.map((value) => question?.answers.find((each) => each.value === value)?.text ?? value)
    return question ? [`${question.text} ${texts.join(', or ')}.`] : []
  })
  return (
    <div className="mt-1 grid gap-1 text-sm text-muted">
      <p>
        {`${screensOf(unit.screenInches)} · CarPlay: ${provisionWords[unit.carPlay]} · Android Auto: ${provisionWords[unit.androidAuto]}`}
      </p>
      {unit.recognizedBy !== '' && <p>{unit.recognizedBy}</p>}
      {answers.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer">Answers of its owners</summary>
          <ul className="mt-1 grid gap-1 border-l-2 border-line pl-3">
            {answers.map((answer) => (
              <li key={answer}>{answer}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

type RuleCardProps = {
  rule: FitmentRule
  packageName: string
  questions: readonly FitmentQuestion[]
  isLocked: boolean
  isSaved: boolean
  onEdit: () => void
}

function RuleCard({ rule, packageName, questions, isLocked, isSaved, onEdit }: RuleCardProps) {
  const { packageId, outcome, customerNote, shopNote, extraMinutes, extraCents, confidence, answer } = rule
  const question = questions.find(({ id }) => id === answer?.questionId)
  const answered = question?.answers.find(({ value }) => value === answer?.value)
  return (
    <li className="grid content-start gap-2 rounded-control border border-line bg-sunken p-4 text-sm">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 font-medium">
          {`${packageId}: ${packageName}`}
          {!isSaved && <Unsaved />}
        </p>
        <button
          type="button"
          disabled={isLocked}
          onClick={onEdit}
          className="-mt-2 -mr-2 grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-hover hover:text-ink disabled:opacity-45"
        >
          <Pencil className="size-4" aria-hidden="true" />
          <span className="sr-only">{`Edit the rule for ${packageName}`}</span>
        </button>
      </div>
      <div>
        <Badge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</Badge>
      </div>
      {answer && (
        <p>
          <span className="text-muted">Only for: </span>
          {question && answered
            ? `${question.text} ${answered.text}`
            : `${answer.questionId}: ${answer.value}`}
        </p>
      )}
      {customerNote !== '' && <p>{customerNote}</p>}
      {shopNote !== '' && (
        <p>
          <span className="text-muted">Shop: </span>
          {shopNote}
        </p>
      )}
      {(extraMinutes > 0 || extraCents > 0) && (
        <p className="font-medium">
          {[
            ...(extraMinutes > 0 ? [`+ ${extraMinutes} minutes`] : []),
            ...(extraCents > 0 ? [`+ ${formatCents(extraCents)}`] : []),
          ].join(', ')}
        </p>
      )}
      <p className={confidence === 'low' ? 'text-warn' : 'text-muted'}>
        {confidence === 'low'
          ? 'Low confidence: customers are asked for a photo'
          : confidenceWords[confidence]}
      </p>
      <SourceList sources={rule.sources} />
    </li>
  )
}

function Unsaved() {
  return (
    <span className="ml-2 rounded-mark bg-warn-soft px-1.5 py-0.5 text-fine font-medium text-warn">
      Unsaved
    </span>
  )
}
