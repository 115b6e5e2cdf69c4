import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { visitSources, type Funnel, type VisitSource } from '../../contract/funnel/funnel.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { funnelBars, funnelFinding, sourceNames } from './funnel-words.ts'
import { Figure } from './overview-figure.tsx'
import type { OverviewPeriod } from './overview-params.ts'

/** How far visits get from the landing page to a booking, for administrators. */
export function FunnelFigure({ weeks }: { weeks: OverviewPeriod }) {
  const funnel = useQuery({
    queryKey: ['admin-funnel', weeks],
    queryFn: ({ signal }) => call('funnel.find', { query: { weeks }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  return (
    <QueryState query={funnel} loading="Loading the visits..." shape={<Skeleton className="h-96" />}>
      {(loaded) => <Steps funnel={loaded} />}
    </QueryState>
  )
}

function Steps({ funnel }: { funnel: Funnel }) {
  const [source, setSource] = useState<VisitSource | 'all'>('all')
  const bars = funnelBars(funnel, source)
  return (
    <Figure
      finding={funnelFinding(bars)}
      note={`Visits that reached each step in the last ${funnel.days} days, all shops. We count numbers per day, without cookies or personal data.`}
      table={{
        columns: ['Step', 'Visits', 'Of landing page visits'],
        rows: bars.map(({ name, visits, share }) => [name, String(visits), share ?? '']),
      }}
    >
      <SelectField
        label="Visitors from"
        className="w-full sm:w-56"
        value={source}
        onChange={(chosen) => setSource(visitSources.find((known) => known === chosen) ?? 'all')}
        options={['all', ...visitSources].map((value) => ({
          value,
          label: sourceNames[value as VisitSource | 'all'],
        }))}
      />
      <ol className="grid gap-2.5">
        {bars.map(({ name, visits, share, width }) => (
          <li key={name} className="grid grid-cols-[6.5rem_minmax(0,1fr)_6rem] items-center gap-3 text-sm">
            <span>{name}</span>
            <span aria-hidden="true" className="h-7 overflow-hidden rounded-control bg-hover">
              <span className="block h-full bg-ember" style={{ width: `${width}%` }} />
            </span>
            <span className="text-right tabular-nums">
              <span className="font-medium">{visits}</span>
              {share !== null && <span className="text-muted"> · {share}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Figure>
  )
}
