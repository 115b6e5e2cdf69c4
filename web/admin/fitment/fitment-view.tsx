import { useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import type { FitmentDataReply } from '../../../contract/fitment/changed-data.ts'
import { applyChange } from '../../../contract/fitment/apply-change.ts'
import type { InstallationPackage } from '../../../contract/catalog/packages.ts'
import type { ChosenVehicle } from '../../../contract/fitment/match-vin.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PreviousDataQuery } from '../../ui/previous-data-query.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CarView } from './car-view.tsx'
import { DraftBar } from './draft-bar.tsx'
import { fitmentPlaceOf } from './fitment-params.ts'
import { useCatalogPackages, useFitmentData } from './fitment-queries.ts'
import { MatrixView } from './matrix-view.tsx'
import { changeOfDraft, useFitmentDraft } from './use-fitment-draft.ts'

/** The fitment data: a matrix of all cars, and one car with its rules. For administrators. */
export function FitmentView() {
  const fitment = useFitmentData()
  const packages = useCatalogPackages()
  if (packages.isError && !packages.data)
    return (
      <ErrorState
        message={packages.error.message}
        retrying={packages.isFetching}
        onRetry={() => void packages.refetch()}
      />
    )
  return (
    <PreviousDataQuery query={fitment} loading={<FitmentLoading />}>
      {(current) =>
        packages.data ? <Loaded current={current} packages={packages.data} /> : <FitmentLoading />
      }
    </PreviousDataQuery>
  )
}

type LoadedProps = { current: FitmentDataReply; packages: readonly InstallationPackage[] }

function Loaded({ current, packages }: LoadedProps) {
  const search = useSearch()
  const { packageId, car } = fitmentPlaceOf(search)
  const draft = useFitmentDraft()
  const [last, setLast] = useState<{ search: string; car: ChosenVehicle } | null>(null)
  const [firstSearch] = useState(search)
  const data = useMemo(
    () => (draft ? applyChange(current.data, changeOfDraft(draft)) : current.data),
    [current.data, draft],
  )
  if (car && last?.search !== search) setLast({ search, car })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {draft && <DraftBar draft={draft} current={current} />}
      {car ? (
        <CarView
          key={`${car.year} ${car.make} ${car.model}`}
          isOpened={search !== firstSearch}
          car={car}
          packageId={packageId}
          packages={packages}
          current={current}
          data={data}
        />
      ) : (
        <MatrixView packageId={packageId} packages={packages} current={current} last={last?.car ?? null} />
      )}
    </div>
  )
}

function FitmentLoading() {
  return (
    <div className="grid gap-6">
      <output className="sr-only">Loading the fitment data...</output>
      <h2 className="text-xl font-semibold">Fitment</h2>
      <Skeleton className="h-24" />
      <Skeleton className="h-[36rem]" />
    </div>
  )
}
