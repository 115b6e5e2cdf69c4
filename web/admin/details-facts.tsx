import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { appointmentNumber } from '../../contract/booking/appointment-number.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { TechnicianSelect } from '../today/technician-select.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { formatClock } from './admin-words.ts'
import { DateText, StatusCell } from './appointment-cells.tsx'
import { isBookedJob } from './booked-job.ts'
import { ConfirmationWords } from './confirmation.tsx'

/** The customer, the vehicle and the state of an appointment. */
export function DetailsFacts({ details }: { details: AppointmentDetails }) {
  return (
    <div className="grid items-start gap-x-8 gap-y-6 sm:grid-cols-2">
      <div className="grid gap-6">
        <CustomerFacts details={details} />
        <FactGroup title="Vehicle Information">
          <Fact label="Make & Model">{formatVehicle(details.vehicleInfo)}</Fact>
          <Fact label="VIN">{details.vehicleInfo.vin || 'not given'}</Fact>
        </FactGroup>
      </div>
      <StatusFacts details={details} />
    </div>
  )
}

function CustomerFacts({ details }: { details: AppointmentDetails }) {
  const mayReadEmail = useMay('appointment.readEmail')
  const mayReadContact = useMay('contact.read')
  return (
    <FactGroup title="Customer Information">
      <Fact label="Name">
        {details.contactId !== null && mayReadContact ? (
          <Link
            href={paths.contact(details.contactId)}
            title="Open the contact"
            className="text-link underline underline-offset-4 hover:no-underline"
          >
            <bdi>{details.customerName}</bdi>
          </Link>
        ) : (
          <bdi>{details.customerName}</bdi>
        )}
      </Fact>
      <Fact label="Phone">
        <PhoneLink phone={details.customerPhone} />
      </Fact>
      {mayReadEmail && (
        <Fact label="Email">
          {details.customerEmail === '' ? (
            'not given'
          ) : (
            <a
              href={`mailto:${encodeURI(details.customerEmail)}`}
              className="text-link underline underline-offset-4 hover:no-underline"
            >
              <EmailText email={details.customerEmail} />
            </a>
          )}
          {details.mailedTo !== details.customerEmail.toLowerCase() && (
            <span className="block text-muted">
              Not confirmed by the customer. Emails go to <EmailText email={details.mailedTo} />.
            </span>
          )}
        </Fact>
      )}
    </FactGroup>
  )
}

function StatusFacts({ details }: { details: AppointmentDetails }) {
  return (
    <FactGroup title="Appointment Status">
      <Fact label="Date & Time">
        <DateText appointment={details} />
        <span className="block text-sm text-muted">
          to {nonBreakingHours(formatClock(details.endsAt, details.timeZone))}
        </span>
        {details.waitsForEarlier && (
          <span className="block text-sm text-muted">Waiting for an earlier time</span>
        )}
      </Fact>
      <Fact label="Status">
        <StatusCell appointment={details} showsWork={details.workState === 'no_show'} />
      </Fact>
      {details.confirmation && (
        <Fact label="Confirmed">
          <ConfirmationWords confirmation={details.confirmation} timeZone={details.timeZone} />
        </Fact>
      )}
      <Fact label="Number">{appointmentNumber(details.id)}</Fact>
      <Fact label="Package">{details.packageName}</Fact>
      <Fact label="Shop">
        <bdi>{details.shopName}</bdi>, <bdi className="inline-block max-w-full">{details.bayName}</bdi>
      </Fact>
      <TechnicianFact details={details} />
    </FactGroup>
  )
}

/** The technician, with a choice of the shop's people while the job is to be done or was done. */
function TechnicianFact({ details }: { details: AppointmentDetails }) {
  const mayAssign = useMay('appointment.assign')
  const { paymentStatus, technician } = details
  const isChosen = isBookedJob(paymentStatus, details.hold.state) || paymentStatus === 'completed'
  if (!(mayAssign && isChosen) && technician === null) return null
  return (
    <Fact label="Technician">
      {mayAssign && isChosen ? (
        <TechnicianSelect
          appointmentId={details.id}
          shopId={details.shopId}
          technician={technician}
          customerName={details.customerName}
        />
      ) : (
        <bdi>{technician?.name}</bdi>
      )}
    </Fact>
  )
}

/** A titled list of facts. */
export function FactGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2.5 font-semibold">{title}</h3>
      <FactList>{children}</FactList>
    </section>
  )
}

export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid empty:hidden grid-cols-[6.75rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-ui">
      {children}
    </dl>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
