import { useDeferredValue, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { InstallationPackage } from '../../../contract/catalog/packages.ts'
import { firstVehicleYear } from '../../../contract/catalog/vehicles.ts'
import type { FitmentDataReply } from '../../../contract/fitment/changed-data.ts'
import { lintFitment } from '../../../contract/fitment/lint-fitment.ts'
import type { ChosenVehicle } from '../../../contract/fitment/match-vin.ts'
import { Alert } from '../../ui/alert.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { DataFiles } from './data-files.tsx'
import { FindingList } from './finding-list.tsx'
import { countKinds, matrixOf, type CellKind } from './fitment-matrix.ts'
import { fitmentPath } from './fitment-params.ts'
import { checkedSentence, findingsHeading, momentOf } from './fitment-words.ts'
import { LearningPart } from './learning-part.tsx'
import { MatrixLegend } from './matrix-legend.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { VersionHistory } from './version-history.tsx'

type MatrixViewProps = {
  packageId: number
  packages: readonly InstallationPackage[]
  current: FitmentDataReply
  last: ChosenVehicle | null
}

/** All cars by outcome, the findings about the data, its versions and its files. */
export function MatrixView({ packageId, packages, current, last }: MatrixViewProps) {
  const { data, version, createdAt, createdBy, reason, currentYear } = current
  const [shown, setShown] = useState<CellKind | null>(null)
  const packageIds = useMemo(() => packages.map(({ id }) => id), [packages])
  const years = useMemo(
    () => Array.from({ length: currentYear - firstVehicleYear + 1 }, (_, index) => firstVehicleYear + index),
    [currentYear],
  )
  const rows = useMemo(() => matrixOf(data, { years, packageIds }), [data, years, packageIds])
  const counts = useMemo(() => countKinds(rows, packageId), [rows, packageId])
  const linted = useDeferredValue(data)
  const findings = useMemo(
    () => lintFitment(linted, { packageIds, currentYear }),
    [linted, packageIds, currentYear],
  )
  const errors = findings.filter(({ level }) => level === 'error').length
  const real = data.generations.filter(({ notSold }) => notSold === null)
  const checked = real.filter(({ checkedOn }) => checkedOn !== null).length
  const turn = (step: -1 | 1) => {
    const index = packageIds.indexOf(packageId) + step
    const next = packageIds[(index + packageIds.length) % packageIds.length]
    if (next !== undefined) navigate(fitmentPath({ packageId: next, car: null }), { replace: true })
  }
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="text-xl font-semibold">Fitment</h2>
          <p className="mt-1 text-muted [overflow-wrap:anywhere]">
            {`Version ${version}, ${momentOf(createdAt)}, by `}
            <bdi>{createdBy ?? 'Dashfit'}</bdi>: <bdi>{reason}</bdi>
          </p>
        </div>
        <Segmented
          legend="Package"
          options={packages.map(({ id }) => ({ value: String(id), label: `Package ${id}` }))}
          value={String(packageId)}
          onChange={(value) =>
            navigate(fitmentPath({ packageId: Number(value), car: null }), { replace: true })
          }
        />
      </div>
      {checked < real.length && (
        <Alert tone="warn" title={checked === 0 ? 'Not yet checked by a fitter' : undefined}>
          {checked === 0
            ? 'No generation has been confirmed. Ask a fitter to read each car once, then mark it as checked.'
            : checkedSentence(checked, real.length)}
        </Alert>
      )}
      <section aria-label="All cars" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h3 className="text-ui">
          <span className="font-semibold">{packages.find(({ id }) => id === packageId)?.name}</span>
          <span className="text-muted">: the outcome from year, make and model alone</span>
        </h3>
        <MatrixLegend counts={counts} shown={shown} onShow={setShown} />
        <MatrixTable
          rows={rows}
          years={years}
          packageId={packageId}
          packageName={packages.find(({ id }) => id === packageId)?.name ?? `Package ${packageId}`}
          shown={shown}
          last={last}
          onPackage={turn}
        />
        <p className="text-sm text-muted max-sm:hidden">
          Select a car to see its rules. Arrow keys move between cars, Page Up and Page Down change the
          package.{checked > 0 && ' A dot marks cars that a fitter checked.'}
        </p>
      </section>
      <LearningPart data={data} packages={packages} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="grid gap-6">
          <Part title="Data check" note={findingsHeading(errors, findings.length - errors)}>
            {findings.length === 0 ? (
              <p className="text-ui text-muted">No gaps, contradictions or overlaps.</p>
            ) : (
              <FindingList findings={findings.slice(0, 50)} packageId={packageId} />
            )}
            {findings.length > 50 && (
              <p className="text-sm text-muted">{`And ${findings.length - 50} more.`}</p>
            )}
          </Part>
          <Part title="Files" note="Export, or import with a preview">
            <DataFiles current={current} />
          </Part>
        </div>
        <Part title="History" note="Who changed what, when and why">
          <VersionHistory />
        </Part>
      </div>
    </>
  )
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 gap-4 rounded-card border border-line bg-surface p-5 shadow-lift sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg font-semibold">{title}</h3>
        <p className="text-sm text-muted">{note}</p>
      </div>
      {children}
    </section>
  )
}
