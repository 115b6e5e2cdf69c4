import { useState, type ReactNode } from 'react'
import { BadgeCheck, Pencil, Plus } from 'lucide-react'
import type { InstallationPackage } from '../../../contract/catalog/packages.ts'
import type { FitmentDataReply } from '../../../contract/fitment/changed-data.ts'
import type {
  FitmentData,
  FitmentQuestion,
  FitmentRule,
  Generation,
  HeadUnit,
} from '../../../contract/fitment/fitment-data.ts'
import type { ChosenVehicle } from '../../../contract/fitment/match-vin.ts'
import { isEqualData } from '../../../contract/fitment/list-changes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckDialog } from './check-dialog.tsx'
import { confidenceWords, dayWords, yearsOf } from './fitment-words.ts'
import { GenerationDialog } from './generation-dialog.tsx'
import { HeadUnitDialog } from './head-unit-dialog.tsx'
import { HeadUnitSection } from './head-unit-section.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { SourceList } from './source-list.tsx'
import { keepDraft, rowsOf, useFitmentDraft, type GenerationRows } from './use-fitment-draft.ts'

type GenerationCardProps = {
  generation: Generation
  car: ChosenVehicle
  packages: readonly InstallationPackage[]
  questions: readonly FitmentQuestion[]
  current: FitmentDataReply
  data: FitmentData
}

type Editing =
  | { kind: 'generation' }
  | { kind: 'check' }
  | { kind: 'unit'; unit: HeadUnit }
  | { kind: 'rule'; rule: FitmentRule }

/** A generation with its head units and rules. Changes are collected until they are saved together. */
export function GenerationCard(props: GenerationCardProps) {
  const { generation, car, packages, questions, current, data } = props
  const [editing, setEditing] = useState<Editing | null>(null)
  const draft = useFitmentDraft()
  const rows = rowsOf(data, generation.id)
  if (!rows) return null
  const isLocked = draft !== null && draft.generation.id !== generation.id
  const isEdited = draft?.generation.id === generation.id
  const close = () => setEditing(null)
  const keep = (next: Partial<GenerationRows>) => {
    keepDraft({ baseVersion: draft?.baseVersion ?? current.version, ...rows, ...next }, current.data)
    close()
  }
  const replaced = <Row extends { id: string }>(list: readonly Row[], row: Row) =>
    list.some(({ id }) => id === row.id)
      ? list.map((each) => (each.id === row.id ? row : each))
      : [...list, row]
  const ofYear = (unit: HeadUnit) => unit.yearFrom <= car.year && car.year <= unit.yearTo
  const present = rows.headUnits.filter(ofYear)
  const others = rows.headUnits.filter((unit) => !ofYear(unit))
  const general = rows.rules.filter(({ headUnitId }) => headUnitId === null)
  const isSaved = (row: FitmentRule | HeadUnit) =>
    [...current.data.rules, ...current.data.headUnits].some((saved) => isEqualData(saved, row))
  const section = (unit: HeadUnit | null, rules: readonly FitmentRule[]) => (
    <HeadUnitSection
      key={unit?.id ?? ''}
      unit={unit}
      rules={rules}
      packages={packages}
      questions={data.questions}
      isLocked={isLocked}
      isSaved={isSaved}
      onEditUnit={() => unit && setEditing({ kind: 'unit', unit })}
      onEditRule={(rule) => setEditing({ kind: 'rule', rule })}
      onAddRule={() =>
        setEditing({ kind: 'rule', rule: emptyRule(generation.id, unit?.id ?? null, packages) })
      }
    />
  )
  const rulesOf = ({ id }: HeadUnit) => rows.rules.filter(({ headUnitId }) => headUnitId === id)
  const name = `${generation.make} ${generation.model} ${generation.chassis}`
  return (
    <section
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-card border border-line bg-surface p-5 shadow-lift sm:p-6"
    >
      <Head
        generation={generation}
        questions={data.questions}
        checkedBy={current.checkedBy[generation.id] ?? null}
        actions={
          <>
            <Button
              variant="secondary"
              size="small"
              disabled={isLocked}
              onClick={() => setEditing({ kind: 'generation' })}
            >
              <Pencil className="size-4" aria-hidden="true" />
              Edit generation
            </Button>
            <Button
              variant="secondary"
              size="small"
              disabled={isLocked || isEdited}
              onClick={() => setEditing({ kind: 'check' })}
            >
              <BadgeCheck className="size-4" aria-hidden="true" />
              {generation.checkedOn === null ? 'Mark as checked' : 'Change check'}
            </Button>
          </>
        }
      />
      {isLocked && (
        <p className="text-sm text-muted">
          Save or discard the unsaved changes of the other generation to edit this one.
        </p>
      )}
      {generation.notSold === null && (
        <>
          {present.map((unit) => section(unit, rulesOf(unit)))}
          {section(null, general)}
          {others.length > 0 && (
            <details>
              <summary className="min-h-6 cursor-pointer text-ui font-medium">
                {`Head units of other years: ${others.length}`}
              </summary>
              <div className="mt-5 grid gap-6">{others.map((unit) => section(unit, rulesOf(unit)))}</div>
            </details>
          )}
          <div>
            <Button
              variant="secondary"
              size="small"
              disabled={isLocked}
              onClick={() => setEditing({ kind: 'unit', unit: emptyUnit(generation) })}
            >
              <Plus className="size-4" aria-hidden="true" />
              Add a head unit
            </Button>
          </div>
        </>
      )}
      {editing?.kind === 'check' && <CheckDialog generation={generation} current={current} onClose={close} />}
      {editing?.kind === 'generation' && (
        <GenerationDialog
          generation={generation}
          takenIds={[]}
          questions={questions}
          onKeep={(next) => keep({ generation: next })}
          onClose={close}
        />
      )}
      {editing?.kind === 'unit' && (
        <HeadUnitDialog
          unit={editing.unit}
          rows={rows}
          takenIds={rows.headUnits.map(({ id }) => id)}
          questions={questions}
          onKeep={(unit) => keep({ headUnits: replaced(rows.headUnits, unit) })}
          onRemove={() => {
            const { id } = editing.unit
            keep({
              headUnits: rows.headUnits.filter((unit) => unit.id !== id),
              rules: rows.rules.filter(({ headUnitId }) => headUnitId !== id),
            })
          }}
          onClose={close}
        />
      )}
      {editing?.kind === 'rule' && (
        <RuleDialog
          rule={editing.rule}
          rows={rows}
          takenIds={rows.rules.map(({ id }) => id)}
          questions={questions}
          packages={packages}
          onKeep={(rule) => keep({ rules: replaced(rows.rules, rule) })}
          onRemove={() => keep({ rules: rows.rules.filter(({ id }) => id !== editing.rule.id) })}
          onClose={close}
        />
      )}
    </section>
  )
}

type HeadProps = {
  generation: Generation
  questions: readonly FitmentQuestion[]
  checkedBy: string | null
  actions: ReactNode
}

function Head({ generation, questions, checkedBy, actions }: HeadProps) {
  const { chassis, yearFrom, yearTo, confidence, shopNote, sources, vinPatterns, questionIds } = generation
  const { checkedOn, notSold } = generation
  const asked = questionIds.flatMap((id) => questions.find((question) => question.id === id)?.text ?? [])
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="text-lg font-semibold">
            {chassis}
            <span className="ml-2 font-normal text-muted tabular-nums">{yearsOf(yearFrom, yearTo)}</span>
          </h3>
          <div className="mt-2 flex flex-wrap gap-2">
            {checkedOn === null ? (
              <Badge tone="amber">Not yet checked by a fitter</Badge>
            ) : (
              <Badge tone="green">{`Checked by a fitter on ${dayWords(checkedOn)}`}</Badge>
            )}
            <Badge tone={confidence === 'low' ? 'amber' : 'neutral'}>{confidenceWords[confidence]}</Badge>
          </div>
          {checkedBy !== null && (
            <p className="mt-2 text-sm text-muted">
              Recorded by <bdi>{checkedBy}</bdi>
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {notSold !== null && (
        <p className="text-ui">
          <span className="font-medium">Never sold: </span>
          {notSold}
        </p>
      )}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        {shopNote !== '' && <Fact name="Shop note">{shopNote}</Fact>}
        <Fact name="Questions asked">{asked.length === 0 ? 'None' : asked.join(' ')}</Fact>
        <Fact name="VIN patterns">{vinPatterns.length === 0 ? 'None' : String(vinPatterns.length)}</Fact>
      </dl>
      <SourceList sources={sources} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function emptyUnit({ id, yearFrom, yearTo }: Generation): HeadUnit {
  return {
    id: '',
    generationId: id,
    name: '',
    yearFrom,
    yearTo,
    screenInches: [],
    carPlay: 'none',
    androidAuto: 'none',
    recognizedBy: '',
    answers: {},
  }
}

function emptyRule(
  generationId: string,
  headUnitId: string | null,
  packages: readonly InstallationPackage[],
): FitmentRule {
  return {
    id: '',
    generationId,
    headUnitId,
    answer: null,
    packageId: packages[0]?.id ?? 1,
    outcome: 'needs_review',
    customerNote: '',
    shopNote: '',
    extraMinutes: 0,
    extraCents: 0,
    confidence: 'low',
    sources: [],
  }
}
