import type { VisitFacts } from '../../contract/shops/shop-facts.ts'
import { PhoneLink } from '../ui/phone-link.tsx'

const names = { parking: 'Parking', waitingRoom: 'Waiting room', shuttle: 'Shuttle' } as const
const order = ['parking', 'waitingRoom', 'shuttle'] as const

/** What the shop says about a visit; nothing for a shop that says nothing. */
export function VisitFactsList({ visit, className }: { visit: VisitFacts; className?: string }) {
  const told = order.flatMap((name) => (visit[name] === undefined ? [] : [[name, visit[name]] as const]))
  if (visit.phone === undefined && told.length === 0) return null
  return (
    <dl className={className}>
      {visit.phone !== undefined && (
        <div>
          <dt className="sr-only">Phone</dt>
          <dd>
            <PhoneLink phone={visit.phone} />
          </dd>
        </div>
      )}
      {told.map(([name, text]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{names[name]}</dt>
          <dd className="wrap-anywhere">
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
