import type { ReactNode } from 'react'
import { CalendarDays, UserRound } from 'lucide-react'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { ListedContact, SearchReply } from '../../contract/contacts/contacts.ts'
import { appointmentNumber } from '../../contract/booking/appointment-number.ts'
import { formatAppointmentDate, paymentBadgeOf } from '../admin/admin-words.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { countWords, shownPhone } from './contact-words.ts'

/** A line that can be chosen. */
export type SearchHit =
  | { kind: 'appointment'; id: string; appointment: AdministratorAppointment }
  | { kind: 'contact'; id: string; contact: ListedContact }

/** Every line of a reply, in the order in which the arrow keys reach it. */
export function hitsOf({ appointments, contacts }: SearchReply): SearchHit[] {
  return [
    ...appointments.map((appointment) => ({ kind: 'appointment' as const, id: appointment.id, appointment })),
    ...contacts.map((contact) => ({ kind: 'contact' as const, id: contact.id, contact })),
  ]
}

export const optionId = (listId: string, place: number) => `${listId}-${place}`

type SearchResultsProps = {
  listId: string
  hits: readonly SearchHit[]
  active: number
  showsShop: boolean
  onPoint: (place: number) => void
  onChoose: (hit: SearchHit) => void
}

/**
 * The results as one list box with two groups. The focus stays in the box; the active line is named by id.
 */
export function SearchResults({ listId, hits, active, showsShop, onPoint, onChoose }: SearchResultsProps) {
  const line = (hit: SearchHit) => {
    const place = hits.indexOf(hit)
    return (
      // The keys of the box above choose a line.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        key={hit.id}
        id={optionId(listId, place)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select holds no markup
        role="option"
        aria-selected={place === active}
        tabIndex={-1}
        // Otherwise the box would lose the focus and close.
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={() => place !== active && onPoint(place)}
        onClick={() => onChoose(hit)}
        className={classNames(
          'flex min-h-14 cursor-pointer items-start gap-3 rounded-control px-3 py-2',
          place === active && 'bg-hover forced-colors:outline',
        )}
      >
        {hit.kind === 'appointment' ? (
          <AppointmentLine appointment={hit.appointment} showsShop={showsShop} />
        ) : (
          <ContactLine contact={hit.contact} showsShop={showsShop} />
        )}
      </div>
    )
  }
  const appointments = hits.filter(({ kind }) => kind === 'appointment')
  const contacts = hits.filter(({ kind }) => kind === 'contact')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select holds no markup
    <div id={listId} role="listbox" aria-label="Search results" className="grid gap-2">
      {appointments.length > 0 && <Group title="Appointments">{appointments.map(line)}</Group>}
      {contacts.length > 0 && <Group title="People">{contacts.map(line)}</Group>}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options within a list box
    <div role="group" aria-label={title}>
      <div aria-hidden="true" className="px-3 pt-1 pb-1.5 text-fine font-semibold text-muted">
        {title}
      </div>
      {children}
    </div>
  )
}

const iconClass = 'mt-0.5 size-5 shrink-0 text-muted'

function AppointmentLine({
  appointment,
  showsShop,
}: {
  appointment: AdministratorAppointment
  showsShop: boolean
}) {
  const { text, tone } = paymentBadgeOf(appointment.payment)
  return (
    <>
      <CalendarDays className={iconClass} aria-hidden="true" />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <bdi className="min-w-0 text-left font-medium wrap-anywhere">{appointment.customerName}</bdi>
          <Badge tone={tone}>{text}</Badge>
        </span>
        <span className="text-sm tabular-nums">
          {formatAppointmentDate(appointment.appointmentDate, appointment.timeZone)}
        </span>
        <span className="text-sm wrap-anywhere text-muted">
          <bdi>{formatVehicle(appointment.vehicleInfo)}</bdi> · {appointment.packageName}
          {showsShop && (
            <>
              {' · '}
              <bdi>{appointment.shopName}</bdi>
            </>
          )}
        </span>
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {shownPhone(appointment.customerPhone)} · No. {appointmentNumber(appointment.id)}
        </span>
      </span>
    </>
  )
}

function ContactLine({ contact, showsShop }: { contact: ListedContact; showsShop: boolean }) {
  const facts = [
    contact.phone !== null && shownPhone(contact.phone),
    countWords(contact.appointments),
    showsShop && contact.shopName,
    contact.email,
  ].filter((fact) => typeof fact === 'string')
  return (
    <>
      <UserRound className={iconClass} aria-hidden="true" />
      <span className="grid min-w-0 gap-0.5">
        <bdi className="text-left font-medium wrap-anywhere">{contact.name}</bdi>
        <span className="text-sm wrap-anywhere text-muted">{facts.join(' · ')}</span>
      </span>
    </>
  )
}
