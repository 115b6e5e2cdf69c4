import type { ReactNode } from 'react'

type Fact = { name: string; value: ReactNode }

/** Facts about an appointment as name and value, in one column or two. */
export function AppointmentFacts({ facts, columns = 1 }: { facts: readonly Fact[]; columns?: 1 | 2 }) {
  return (
    <dl className={columns === 2 ? 'grid gap-x-8 gap-y-5 sm:grid-cols-2' : 'grid gap-y-4'}>
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-0.5 font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
