import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { ContactPage } from '../../contract/contacts/contacts.ts'
import { formatCents } from '../../contract/money.ts'
import { formatAppointmentDate, paymentBadgeOf } from '../admin/admin-words.ts'
import { openAppointment } from '../admin/open-appointment.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { Badge } from '../ui/badge.tsx'
import { Part } from './contact-part.tsx'

/** Upcoming and past appointments. Each opens its details. */
export function ContactVisits({ page: { upcoming, past, name } }: { page: ContactPage }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Part title="Upcoming">
        <Visits visits={upcoming} none="No upcoming appointment." name={name} />
      </Part>
      <Part title="Past">
        <Visits visits={past} none="No past appointments." name={name} />
      </Part>
    </div>
  )
}

type VisitsProps = { visits: readonly AdministratorAppointment[]; none: string; name: string }

function Visits({ visits, none, name }: VisitsProps) {
  if (visits.length === 0) return <p className="text-ui text-muted">{none}</p>
  return (
    <ul className="-my-2 grid">
      {visits.map((visit) => (
        <li key={visit.id} className="border-t border-line first:border-t-0">
          <button
            type="button"
            onClick={() => openAppointment(visit.id)}
            className="-mx-2 grid w-[calc(100%+1rem)] gap-1 rounded-control px-2 py-3 text-left transition-colors hover:bg-hover/60"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="font-medium tabular-nums">
                {formatAppointmentDate(visit.appointmentDate, visit.timeZone)}
              </span>
              <Badge tone={paymentBadgeOf(visit.payment).tone}>{paymentBadgeOf(visit.payment).text}</Badge>
            </span>
            <span className="text-sm wrap-anywhere text-muted">
              <bdi>{formatVehicle(visit.vehicleInfo)}</bdi> · {visit.packageName} ·{' '}
              <span className="tabular-nums">{formatCents(visit.priceCents)}</span>
              {visit.customerName !== name && (
                <>
                  {' · '}as <bdi>{visit.customerName}</bdi>
                </>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
