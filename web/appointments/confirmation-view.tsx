import { CircleCheck, Mail } from 'lucide-react'
import { formatPhone } from '../../contract/appointments/appointments.ts'
import { formatLongDay, formatTwelveHour, parseWallTime } from '../../contract/time.ts'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import type { BookedAppointment } from './confirmation-store.ts'

export function ConfirmationView({ booked }: { booked: BookedAppointment }) {
  const wall = parseWallTime(booked.date)
  return (
    <Page title="Installation Appointment Confirmed!">
      <Card className="relative overflow-hidden">
        <div aria-hidden="true" className="ambient-line absolute inset-x-0 top-0" />
        <p className="flex items-start gap-3 text-lg font-medium">
          <CircleCheck className="mt-0.5 size-6 shrink-0 text-good" aria-hidden="true" />
          Your card is held, nothing is charged yet. We look forward to seeing you.
        </p>
        <div className="mt-7 border-t border-line pt-7">
          <AppointmentFacts
            columns={2}
            facts={[
              { name: 'Date', value: wall ? formatLongDay(wall.day) : 'Invalid Date' },
              { name: 'Time', value: wall ? formatTwelveHour(wall.minutes) : 'Invalid Date' },
              { name: 'Service', value: booked.packageName },
              { name: 'Duration', value: booked.installationTime },
              {
                name: 'Location',
                value: (
                  <>
                    {booked.shopName}
                    <span className="block font-normal text-muted">{booked.shopAddress}</span>
                  </>
                ),
              },
              {
                name: 'Vehicle',
                value: (
                  <>
                    {booked.vehicle}
                    {booked.vin !== '' && (
                      <span className="block font-normal break-all text-muted">VIN: {booked.vin}</span>
                    )}
                  </>
                ),
              },
              {
                name: 'Contact details',
                value: (
                  <>
                    {booked.contact.name}
                    <span className="block font-normal break-words text-muted">{booked.contact.email}</span>
                    <span className="block font-normal text-muted">{formatPhone(booked.contact.phone)}</span>
                  </>
                ),
              },
            ]}
          />
        </div>
        <p className="mt-7 flex items-start gap-3 border-t border-line pt-6">
          <Mail className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
          <span className="min-w-0">
            A confirmation email was sent to <strong className="break-words">{booked.contact.email}</strong>.
            It can take a minute to arrive.
          </span>
        </p>
      </Card>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink href={paths.landing}>Return to Home</ButtonLink>
        <ButtonLink href={paths.scheduler} variant="secondary">
          See my appointments
        </ButtonLink>
      </div>
    </Page>
  )
}
