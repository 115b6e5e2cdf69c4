import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ChangePreview } from '../../../contract/fitment/changed-data.ts'
import { formatWallTime } from '../../../contract/time.ts'
import { Alert } from '../../ui/alert.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { ChangeList } from './change-list.tsx'
import { FindingList } from './finding-list.tsx'
import { useCatalogPackages } from './fitment-queries.ts'
import { effectSentence, outcomeWords } from './fitment-words.ts'

/** The effect of a change before it is saved. */
export function ChangePreviewPart({ query }: { query: UseQueryResult<ChangePreview> }) {
  return (
    <section aria-label="Preview" className="grid gap-4">
      <QueryState query={query} loading="Comparing with the current data...">
        {(preview) => <Effect preview={preview} />}
      </QueryState>
    </section>
  )
}

function Effect({ preview }: { preview: ChangePreview }) {
  const packages = useCatalogPackages().data ?? []
  const { verdicts, verdictTotal, appointments, appointmentTotal, changes, changeTotal } = preview
  const errors = preview.findings.filter(({ level }) => level === 'error')
  const warnings = preview.findings.filter(({ level }) => level === 'warning')
  return (
    <>
      {errors.length > 0 && (
        <Alert tone="bad" title="This cannot be saved yet">
          <FindingList findings={errors} packageId={1} />
        </Alert>
      )}
      <div className="rounded-control border border-line bg-sunken px-4 py-3.5">
        <p className="text-lg font-semibold">
          {effectSentence({ appointments: appointmentTotal, verdicts: verdictTotal })}
        </p>
        <p className="mt-1 text-sm text-muted">
          Booked appointments keep the verdict they were booked with. New checks use the new data.
        </p>
      </div>
      <Fold title="Upcoming appointments" total={appointmentTotal} shown={appointments.length}>
        {appointments.map((each) => (
          <li key={each.id}>
            <span className="block font-medium">
              {`${each.year} ${each.make} ${each.model}, ${each.packageName}`}
            </span>
            <span className="block text-muted">
              {`${formatWallTime(Date.parse(each.startsAt), each.timeZone)}, `}
              <bdi>{each.shopName}</bdi>
            </span>
            <Outcomes before={each.before} after={each.after} />
          </li>
        ))}
      </Fold>
      {preview.isPartial && (
        <p className="text-sm text-muted">These are only the next 2,000 appointments of these cars.</p>
      )}
      <Fold title="Verdicts" total={verdictTotal} shown={verdicts.length}>
        {verdicts.map((each) => {
          const packageName =
            packages.find(({ id }) => id === each.packageId)?.name ?? `package ${each.packageId}`
          const answers = Object.entries(each.answers).map(([question, value]) => `${question}: ${value}`)
          return (
            <li key={`${each.make} ${each.model} ${each.year} ${each.packageId}`}>
              <span className="block font-medium">
                {`${each.year} ${each.make} ${each.model}, ${packageName}`}
              </span>
              {answers.length > 0 && (
                <span className="block text-muted">{`After ${answers.join(', ')}`}</span>
              )}
              <Outcomes before={each.before} after={each.after} />
            </li>
          )
        })}
      </Fold>
      <details className="text-sm" open={changeTotal <= 5}>
        <summary className="min-h-6 cursor-pointer font-medium">{`Changes: ${changeTotal}`}</summary>
        <div className="mt-2 grid gap-3">
          {changeTotal === 0 ? (
            <p className="text-muted">No differences from the current data.</p>
          ) : (
            <ChangeList changes={changes} total={changeTotal} />
          )}
        </div>
      </details>
      {warnings.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer font-medium">{`Warnings: ${warnings.length}`}</summary>
          <div className="mt-2">
            <FindingList findings={warnings} packageId={1} />
          </div>
        </details>
      )}
    </>
  )
}

type Verdicts = Pick<ChangePreview['verdicts'][number], 'before' | 'after'>

function Outcomes({ before, after }: Verdicts) {
  return (
    <span className="block">
      {before === after
        ? `${outcomeWords[after]}, in other words or with other extras`
        : `${outcomeWords[before]} → ${outcomeWords[after]}`}
    </span>
  )
}

type FoldProps = { title: string; total: number; shown: number; children: ReactNode }

function Fold({ title, total, shown, children }: FoldProps) {
  if (total === 0) return null
  return (
    <details className="text-sm" open={total <= 3}>
      <summary className="min-h-6 cursor-pointer font-medium">{`${title}: ${total}`}</summary>
      <ul className="mt-2 grid gap-3 border-l-2 border-line pl-3">{children}</ul>
      {total > shown && <p className="mt-2 text-muted">{`And ${total - shown} more.`}</p>}
    </details>
  )
}
