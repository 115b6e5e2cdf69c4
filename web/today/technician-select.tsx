import { ChevronDown } from 'lucide-react'
import type { Technician } from '../../contract/workshop/work.ts'
import { classNames } from '../ui/class-names.ts'
import { useAssignTechnician, useTechnicians } from './technician-queries.ts'

type TechnicianSelectProps = {
  appointmentId: string
  shopId: number
  technician: Technician | null
  customerName: string
  className?: string
}

const nobody = ''

/** Names the technician of an appointment. The choice is saved at once. */
export function TechnicianSelect(props: TechnicianSelectProps) {
  const { appointmentId, shopId, technician, customerName, className } = props
  const people = useTechnicians(shopId, true).data ?? []
  const assigning = useAssignTechnician(appointmentId)
  const value = assigning.isPending ? (assigning.variables ?? nobody) : (technician?.userId ?? nobody)
  const isKnown = technician === null || people.some(({ userId }) => userId === technician.userId)
  return (
    <span className={classNames('relative block min-w-0', className)}>
      <select
        aria-label={`Technician for ${customerName}`}
        value={value}
        onChange={(event) => assigning.mutate(event.target.value === nobody ? null : event.target.value)}
        className={classNames(
          'min-h-8 w-full appearance-none truncate rounded-control border border-line bg-surface pr-8 pl-2.5 text-sm hover:border-line-strong max-lg:min-h-11',
          value === nobody && 'text-muted',
        )}
      >
        <option value={nobody} className="bg-surface text-ink">
          No technician
        </option>
        {/* A person who left the shop may still be named. */}
        {!isKnown && <option value={technician.userId}>{technician.name}</option>}
        {people.map(({ userId, name }) => (
          <option key={userId} value={userId} className="bg-surface text-ink">
            {name}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
    </span>
  )
}
