import type { VisitFacts } from '../../contract/shops/shop-facts.ts'

const names = { parking: 'Parking', waitingRoom: 'Waiting room', shuttle: 'Shuttle' } as const
const order = ['parking', 'waitingRoom', 'shuttle'] as const

/** The shop's facts about a visit; nothing for a shop without any. */
export function VisitFactsList({ visit, className }: { visit: VisitFacts; className?: string }) {
  const told = order.flatMap((name) => (visit[name] === undefined ? [] : [[name, visit[name]] as const]))
  if (told.length === 0) return null
  return (
    <dl className={className}>
      {told.map(([name, text]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{names[name]}</dt>
          <dd className="wrap-anywhere">
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
