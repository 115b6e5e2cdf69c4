import { CalendarPlus, CalendarX2, CircleCheck, Mail, Navigation, Printer, ScanSearch } from 'lucide-react'
import { brandName } from '../../contract/brand.ts'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { formatCents } from '../../contract/money.ts'
import { formatLongDay, formatTwelveHour, parseWallTime } from '../../contract/time.ts'
import { directionsUrl } from '../../contract/shops/directions.ts'
import { useCountStep } from '../funnel/count-step.ts'
import { Guarantee } from '../fitment/guarantee.tsx'
import { BrandMark } from '../layout/brand-mark.tsx'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import { whenCharged } from './booking-summary-words.ts'
import type { BookedAppointment } from './confirmation-store.ts'
import { openReviewOf } from './fitment-note-words.ts'
import { PackageScene } from './package-scene.tsx'
import { useAppointments } from './queries.ts'
import { CancelTerms } from './cancel-terms.tsx'
import { ReviewPhotos } from './review-photos.tsx'
import { useServerNow } from './server-clock.ts'

export function ConfirmationView({ booked }: { booked: BookedAppointment }) {
  useCountStep('booked')
  return (
    <Page title="Installation Appointment Confirmed!">
      {/* Paper has neither the header nor the address of the page. */}
      <p className="-mt-4 mb-6 hidden items-center justify-between gap-4 border-b border-line pb-4 print:flex">
        <span className="flex items-center gap-2 text-lg font-semibold">
          <BrandMark className="size-6" />
          {brandName}
        </span>
        <span>Booking number {booked.id}</span>
      </p>
      <Card className="overflow-hidden p-0! print:border-0 print:shadow-none">
        <div className="always-dark relative bg-canvas print:hidden">
          <div className="h-32 sm:absolute sm:inset-y-0 sm:right-0 sm:h-auto sm:w-3/5">
            <PackageScene
              productId={booked.productId}
              make={booked.make}
              className="size-full object-cover object-[50%_35%] [mask-image:linear-gradient(to_bottom,black_60%,transparent)] sm:[mask-image:linear-gradient(to_right,transparent,black_70%)]"
            />
          </div>
          <p className="relative flex max-w-md items-start gap-3.5 px-5 pt-3 pb-6 text-lg font-medium sm:px-7 sm:py-12">
            <CircleCheck className="mt-0.5 size-7 shrink-0 text-good" aria-hidden="true" />
            Your card is held, not charged. See you soon.
          </p>
          <div aria-hidden="true" className="ambient-line absolute inset-x-0 bottom-0" />
        </div>
        <div className="grid gap-7 p-5 sm:p-7 print:px-0">
          <AppointmentFacts columns={2} facts={factsOf(booked)} />
          <ToKeep booked={booked} />
          <Terms booked={booked} />
          <Fit booked={booked} />
          <p className="flex items-start gap-3 border-t border-line pt-6 print:hidden">
            <Mail className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
            <span className="min-w-0">
              {booked.contact.email.toLowerCase() === booked.accountEmail ? (
                <SentTo address={booked.accountEmail} />
              ) : (
                <SentToOther booked={booked} />
              )}
            </span>
          </p>
          <p className="hidden border-t border-line pt-6 print:block">
            See, move or cancel it at {new URL(paths.appointments, window.location.href).href}
          </p>
        </div>
      </Card>
      <div className="mt-7 flex flex-wrap gap-3 print:hidden">
        <ButtonLink href={paths.scheduler}>See my appointments</ButtonLink>
        <ButtonLink href={paths.landing} variant="secondary">
          Return to Home
        </ButtonLink>
      </div>
    </Page>
  )
}

/** The fee for a late cancellation that the customer agreed to. */
function Terms({ booked: { id, accountEmail } }: { booked: BookedAppointment }) {
  const { data } = useAppointments(accountEmail)
  const now = useServerNow()
  const own = data?.find((appointment) => appointment.id === id)
  if (!own || now === null || (own.cancelFee ?? own.feeAfterCheck) === null) return null
  return (
    <div className="flex items-start gap-3 border-t border-line pt-6">
      <CalendarX2 className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
      <CancelTerms appointment={own} now={now} className="min-w-0" />
    </div>
  )
}

/** The guarantee, and what happens until the shop has seen the car. */
function Fit({ booked }: { booked: BookedAppointment }) {
  return (
    <div className="border-t border-line pt-6">
      {booked.awaitsCheck !== false && <CheckFirst booked={booked} />}
      <Guarantee />
    </div>
  )
}

/** For an order without a verdict the server decided whether the shop checks the car. */
function CheckFirst({ booked: { id, accountEmail, awaitsCheck } }: { booked: BookedAppointment }) {
  const { data } = useAppointments(accountEmail)
  const own = data?.find((appointment) => appointment.id === id)
  const review = own ? openReviewOf(own) : null
  if (review === null && awaitsCheck === null) return null
  return (
    <div className="mb-5 flex items-start gap-3">
      <ScanSearch className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
      <div className="grid min-w-0 gap-3">
        <p>
          <strong className="block font-semibold">The shop checks your car first.</strong>
          Add a photo of the dashboard now, or later by the link in our email. The shop answers by the next
          working day. If the package doesn’t fit, we cancel and release the hold.
        </p>
        <div className="print:hidden">
          {review && (
            <ReviewPhotos
              reviewId={review.id}
              photoCount={review.photoCount}
              isAsked={review.photoAsked !== null}
            />
          )}
        </div>
      </div>
    </div>
  )
}

function SentTo({ address }: { address: string }) {
  return (
    <>
      A confirmation email was sent to <strong className="wrap-anywhere">{address}</strong>. It can take a
      minute to arrive.
    </>
  )
}

/** Mails reach an address other than the account's own once its reader agrees; the server knows. */
function SentToOther({ booked: { id, contact, accountEmail } }: { booked: BookedAppointment }) {
  const { data } = useAppointments(accountEmail)
  const mailedTo = data?.find((appointment) => appointment.id === id)?.mailedTo
  if (mailedTo === undefined) return 'We sent you a confirmation email. It can take a minute to arrive.'
  return (
    <>
      <SentTo address={mailedTo} />
      {mailedTo !== contact.email.toLowerCase() && (
        <>
          {' '}
          To get emails at <strong className="wrap-anywhere">{contact.email}</strong>, open the link we sent
          there.
        </>
      )}
    </>
  )
}

/** Links to take the appointment along: calendar file, map, print. */
function ToKeep({ booked }: { booked: BookedAppointment }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex print:hidden">
      <ButtonLink
        href={paths.appointmentCalendar(booked.id)}
        variant="secondary"
        size="small"
        download
        className="max-sm:col-span-2"
      >
        <CalendarPlus className="size-4" aria-hidden="true" />
        Add to calendar
      </ButtonLink>
      <ButtonLink
        href={directionsUrl(`${booked.shopName}, ${booked.shopAddress}`)}
        variant="secondary"
        size="small"
        newTab
      >
        <Navigation className="size-4" aria-hidden="true" />
        Directions
      </ButtonLink>
      <Button variant="secondary" size="small" onClick={() => window.print()}>
        <Printer className="size-4" aria-hidden="true" />
        Print
      </Button>
    </div>
  )
}

function factsOf(booked: BookedAppointment) {
  const wall = parseWallTime(booked.date)
  const large = 'text-xl font-semibold tracking-tight'
  const beside = 'block font-normal wrap-anywhere text-muted'
  return [
    {
      name: 'Date',
      value: <span className={large}>{wall ? formatLongDay(wall.day) : 'Invalid Date'}</span>,
    },
    {
      name: 'Time',
      value: <span className={large}>{wall ? formatTwelveHour(wall.minutes) : 'Invalid Date'}</span>,
    },
    { name: 'Service', value: booked.packageName },
    { name: 'Duration', value: booked.installationTime },
    {
      name: 'Location',
      value: (
        <>
          <bdi>{booked.shopName}</bdi>
          <bdi className={beside}>{booked.shopAddress}</bdi>
          {booked.shopPhone !== '' && <PhoneLink phone={booked.shopPhone} />}
        </>
      ),
    },
    {
      name: 'Vehicle',
      value: (
        <>
          {booked.vehicle}
          {booked.vin !== '' && <span className={beside}>VIN: {booked.vin}</span>}
        </>
      ),
    },
    {
      name: 'Contact details',
      value: (
        <>
          {booked.contact.name}
          <span className={beside}>{booked.contact.email}</span>
          <span className={beside}>{formatPhone(booked.contact.phone)}</span>
        </>
      ),
    },
    {
      name: 'Total',
      value: (
        <>
          {formatCents(booked.priceCents)}
          <span className={beside}>Held on your card. {whenCharged(wall?.day ?? null)}</span>
        </>
      ),
    },
  ]
}
