import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ArrowLeft, ChevronLeft, ChevronRight, CircleHelp, Plus } from 'lucide-react'
import { Link } from 'wouter'
import type { InstallationPackage } from '../../../contract/catalog/packages.ts'
import { firstVehicleYear } from '../../../contract/catalog/vehicles.ts'
import type { FitmentDataReply } from '../../../contract/fitment/changed-data.ts'
import type { FitmentData, Generation } from '../../../contract/fitment/fitment-data.ts'
import type { ChosenVehicle } from '../../../contract/fitment/match-vin.ts'
import { dataOfModel } from '../../../contract/fitment/walk-answers.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { startAt } from '../../ui/move-focus.ts'
import { AnswerTrial } from './answer-trial.tsx'
import { fitmentPath } from './fitment-params.ts'
import { GenerationCard } from './generation-card.tsx'
import { GenerationDialog } from './generation-dialog.tsx'
import { keepDraft, useFitmentDraft } from './use-fitment-draft.ts'

type CarViewProps = {
  car: ChosenVehicle
  /** Opened by a link of this tab: the focus goes to its heading. */
  isOpened: boolean
  packageId: number
  packages: readonly InstallationPackage[]
  current: FitmentDataReply
  /** The data in force with the unsaved changes. */
  data: FitmentData
}

/** One car: its verdicts, and its generations with head units and rules, which can be edited here. */
export function CarView({ car, isOpened, packageId, packages, current, data }: CarViewProps) {
  const { year, make, model } = car
  const draft = useFitmentDraft()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAdding, setAdding] = useState(false)
  useEffect(() => {
    if (isOpened) startAt(heading.current)
  }, [isOpened])
  const own = dataOfModel(data, make, model)
  const generations = own.generations.filter(({ yearFrom, yearTo }) => yearFrom <= year && year <= yearTo)
  const questions = questionsOfMake(data, make)
  const to = (other: number) => fitmentPath({ packageId, car: { ...car, year: other } })
  const add = draft === null && (
    <Button variant="secondary" size="small" onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden="true" />
      Add a generation
    </Button>
  )
  return (
    <>
      <div className="grid gap-3">
        <Link
          href={fitmentPath({ packageId, car: null })}
          className="inline-flex min-h-10 items-center gap-2 justify-self-start text-ui font-medium text-link"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          All cars
        </Link>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
            {`${year} ${make} ${model}`}
          </h2>
          <nav aria-label="Model years" className="flex items-center gap-1">
            {year > firstVehicleYear && (
              <YearLink href={to(year - 1)}>
                <ChevronLeft className="size-4" aria-hidden="true" />
                {year - 1}
              </YearLink>
            )}
            {year < current.currentYear && (
              <YearLink href={to(year + 1)}>
                {year + 1}
                <ChevronRight className="size-4" aria-hidden="true" />
              </YearLink>
            )}
          </nav>
        </div>
      </div>
      <AnswerTrial key={year} car={car} data={own} packages={packages} />
      {generations.length === 0 ? (
        <EmptyState
          icon={<CircleHelp />}
          title={`No generation covers the ${year} ${make} ${model}. Customers are asked for a photo.`}
        >
          {add}
        </EmptyState>
      ) : (
        generations.map((generation) => (
          <GenerationCard
            key={generation.id}
            generation={generation}
            car={car}
            packages={packages}
            questions={questions}
            current={current}
            data={own}
          />
        ))
      )}
      {generations.length > 0 && <div>{add}</div>}
      {isAdding && (
        <GenerationDialog
          generation={emptyGeneration(car)}
          takenIds={data.generations.map(({ id }) => id)}
          questions={questions}
          onKeep={(generation) => {
            keepDraft({ baseVersion: current.version, generation, headUnits: [], rules: [] }, current.data)
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

function YearLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-10 items-center gap-1 rounded-control border border-line bg-surface px-3 text-sm font-medium tabular-nums hover:bg-hover"
    >
      {children}
    </Link>
  )
}

/** The questions that are asked about any car of a make. */
function questionsOfMake(data: FitmentData, make: string) {
  const asked = new Set(
    data.generations.filter((each) => each.make === make).flatMap(({ questionIds }) => questionIds),
  )
  return data.questions.filter(({ id }) => asked.has(id))
}

function emptyGeneration({ year, make, model }: ChosenVehicle): Generation {
  return {
    id: '',
    make,
    model,
    chassis: '',
    yearFrom: year,
    yearTo: year,
    notSold: null,
    vinPatterns: [],
    questionIds: [],
    confidence: 'low',
    sources: [],
    shopNote: '',
    checkedOn: null,
  }
}
