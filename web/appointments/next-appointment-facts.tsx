import type { ReactNode } from 'react'
import { Backpack, CalendarPlus, Car, Check, MapPin, Navigation } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { whatToBring } from '../../contract/booking/what-to-bring.ts'
import { hasWorkBegun } from '../../contract/workshop/work-states.ts'
import { formatCents } from '../../contract/money.ts'
import { directionsUrl } from '../../contract/shops/directions.ts'
import { paths } from '../paths.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { formatPlannedEnd } from './appointment-times.ts'
import { VehicleFacts } from './vehicle-facts.tsx'
import { VisitFactsList } from './visit-facts.tsx'

const link =
  'inline-flex min-h-11 items-center gap-2 text-ui font-medium text-link underline underline-offset-4 hover:no-underline'

/** Place, car, price and things to bring for the next appointment. */
export function NextAppointmentFacts({ appointment }: { appointment: CustomerAppointment }) {
  const { id, status, workState, vehicleInfo, shopName, shopLocation, visit, fitment } = appointment
  const extraCents = fitment?.extraCents ?? 0
  const extra = extraCents > 0 ? `, ${formatCents(extraCents)} of it for your car` : ''
  // Preparation and planned times are for a car that is not at the shop yet.
  const isExpected = !hasWorkBegun(workState)
  const plannedEnd = isExpected ? formatPlannedEnd(appointment) : null
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-7 md:grid-cols-2 lg:grid-cols-[1.1fr_0.9fr_1.3fr]">
      <Part icon={<MapPin />} title="Where">
        <p>
          <span className="sr-only">Location: </span>
          <bdi className="font-medium">{shopName}</bdi>
          <bdi className="block text-muted">{shopLocation}</bdi>
          {visit.phone !== undefined && <PhoneLink phone={visit.phone} />}
        </p>
        <p className="flex flex-wrap gap-x-5">
          <a
            href={directionsUrl(`${shopName}, ${shopLocation}`)}
            target="_blank"
            rel="noopener noreferrer"
            className={link}
          >
            <Navigation className="size-4" aria-hidden="true" />
            Directions
            <span className="sr-only">(opens in a new tab)</span>
          </a>
          {status === 'scheduled' && isExpected && (
            <a href={paths.appointmentCalendar(id)} download className={link}>
              <CalendarPlus className="size-4" aria-hidden="true" />
              Add to calendar
            </a>
          )}
        </p>
        <VisitFactsList visit={visit} className="mt-1.5 grid gap-2" />
      </Part>
      <Part icon={<Car />} title="Your car">
        <p>
          <span className="sr-only">Vehicle: </span>
          <span className="font-medium">
            <VehicleFacts vehicle={vehicleInfo} />
          </span>
        </p>
        <p className="mt-2 text-muted">
          {priceWords(appointment)}
          {extra}.{plannedEnd !== null && ` Ready around ${plannedEnd}.`}
        </p>
      </Part>
      {isExpected && (
        <Part icon={<Backpack />} title="What to bring">
          <ul className="grid gap-1.5">
            {whatToBring.map((thing) => (
              <li key={thing} className="flex items-start gap-2">
                <Check className="mt-1 size-4 shrink-0 text-good" aria-hidden="true" />
                {thing}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

/** The price of the package, within the total where lines were added to it. */
function priceWords({ price, dayPrice }: CustomerAppointment): string {
  const priceCents = Math.round(price * 100)
  const words = `${formatCents(priceCents)} with parts and labor`
  const totalCents = dayPrice?.totalCents ?? priceCents
  return totalCents === priceCents ? words : `${formatCents(totalCents)} in total. The package is ${words}`
}

function Part({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-3">
      <span aria-hidden="true" className="mt-0.5 text-ember [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 flex-1 text-ui">
        <h4 className="mb-1.5 font-semibold">{title}</h4>
        {children}
      </div>
    </div>
  )
}
