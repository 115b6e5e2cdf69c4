import type { JobOfDay } from '../../contract/admin/attention.ts'
import { formatCents } from '../../contract/money.ts'
import { formatClock, formatMoment, jobStatusOf } from '../admin/admin-words.ts'
import { openAppointment } from '../admin/open-appointment.ts'
import { isUnpaidAtDesk } from '../admin/booked-job.ts'
import { CaptureButton } from '../admin/capture-button.tsx'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { TakePayment } from '../desk/take-payment.tsx'
import { useMay } from '../identity/standing.ts'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { PhoneButton, QuietPhoneLink } from '../ui/phone-button.tsx'
import { TechnicianSelect } from './technician-select.tsx'

type JobRowProps = {
  job: JobOfDay
  /** The page is of all shops: a row names its shop, and its technician without the list of people. */
  showsShop: boolean
  /** Shows the date too, for jobs of other days. */
  dated?: boolean
  /** Offers the payment of a job that is over, or whose car is ready, with the due amount. */
  charges?: boolean
}

/** One job of the day in two lines; on a phone a block with a button that calls. */
export function JobRow({ job, showsShop, dated = false, charges = false }: JobRowProps) {
  const mayAssign = useMay('appointment.assign')
  const { text, tone } = jobStatusOf(job)
  const place = showsShop ? `${job.bayName}, ${job.shopName}` : job.bayName
  const until = nonBreakingHours(formatClock(job.endsAt, job.timeZone))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 border-b border-line px-4 py-3 last:border-b-0 lg:grid-cols-[9.5rem_minmax(0,1.2fr)_minmax(0,1.3fr)_minmax(0,1fr)_auto] lg:items-center lg:py-2 xl:grid-cols-[9.5rem_minmax(0,1.2fr)_minmax(0,1.3fr)_minmax(0,1fr)_17rem]">
      <p className="tabular-nums">
        <span className="font-semibold whitespace-nowrap">
          {dated
            ? nonBreakingHours(formatMoment(job.appointmentDate, job.timeZone))
            : nonBreakingHours(formatClock(job.appointmentDate, job.timeZone))}
        </span>{' '}
        <span className="text-sm text-muted lg:block">
          to {until}
          <span className="lg:hidden"> · {place}</span>
        </span>
      </p>
      <div className="justify-self-end lg:order-last lg:flex lg:items-center lg:gap-2 xl:w-full xl:justify-between">
        <div className="grid justify-items-end gap-0.5 lg:justify-items-start">
          <Badge tone={tone}>{text}</Badge>
          {charges && (
            <span className="text-sm font-medium tabular-nums">{formatCents(job.dueCents)} due</span>
          )}
        </div>
        {charges && <ChargeButton job={job} className="max-lg:hidden" />}
      </div>
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => openAppointment(job.appointmentId)}
          title={job.customerName}
          className="block min-h-6 max-w-full text-left font-medium wrap-anywhere lg:truncate underline-offset-4 hover:underline"
        >
          <bdi>{job.customerName}</bdi>
          <span className="sr-only">, details</span>
        </button>
        <span className="text-sm max-lg:hidden">
          <QuietPhoneLink phone={job.customerPhone} />
        </span>
      </div>
      <div className="row-span-3 justify-self-end lg:hidden">
        <PhoneButton phone={job.customerPhone} name={job.customerName} />
      </div>
      <div className="min-w-0 max-lg:col-start-1">
        <bdi
          className="block text-left text-ui wrap-anywhere lg:truncate"
          title={formatVehicle(job.vehicleInfo)}
        >
          {formatVehicle(job.vehicleInfo)}
        </bdi>
        <span className="block text-sm wrap-anywhere text-muted lg:truncate" title={job.packageName}>
          {job.awaitsAgreement ? (
            <span className="font-medium text-info">Waiting for the customer · </span>
          ) : (
            job.needsAgreement && <span className="font-medium text-warn">Price not agreed · </span>
          )}
          {job.packageName}
        </span>
      </div>
      <div className="min-w-0 max-lg:col-start-1">
        <bdi className="block truncate text-left text-sm text-muted max-lg:hidden" title={place}>
          {place}
        </bdi>
        {mayAssign && !showsShop && job.holdState !== 'pending' ? (
          <TechnicianSelect
            appointmentId={job.appointmentId}
            shopId={job.shopId}
            technician={job.technician}
            customerName={job.customerName}
            className="lg:max-w-52"
          />
        ) : (
          <bdi
            className="block text-left text-sm wrap-anywhere text-muted lg:truncate"
            title={job.technician?.name}
          >
            {job.technician?.name ?? 'No technician'}
          </bdi>
        )}
      </div>
      {charges && <ChargeButton job={job} className="col-span-2 min-h-11! lg:hidden" />}
    </li>
  )
}

function ChargeButton({ job, className }: { job: JobOfDay; className: string }) {
  const mayCapture = useMay('payment.capture')
  if (isUnpaidAtDesk(job.holdState))
    return (
      <TakePayment
        appointment={{ ...job, id: job.appointmentId }}
        variant="secondary"
        size="small"
        className={className}
      />
    )
  if (!mayCapture || job.paymentStatus !== 'authorized') return null
  return (
    <CaptureButton
      appointment={{ ...job, id: job.appointmentId }}
      variant="secondary"
      size="small"
      className={classNames('whitespace-nowrap', className)}
    >
      Charge<span className="lg:sr-only"> {formatCents(job.dueCents)}</span>
    </CaptureButton>
  )
}

/** A job of tomorrow in one line. */
export function JobLine({ job, showsShop }: Pick<JobRowProps, 'job' | 'showsShop'>) {
  const place = showsShop ? job.shopName : job.bayName
  const car = `${formatVehicle(job.vehicleInfo)} · ${job.packageName}`
  return (
    <li className="flex min-h-11 items-center gap-x-4 border-b border-line px-4 last:border-b-0">
      <span className="w-20 shrink-0 text-ui font-medium tabular-nums">
        {nonBreakingHours(formatClock(job.appointmentDate, job.timeZone))}
      </span>
      <button
        type="button"
        onClick={() => openAppointment(job.appointmentId)}
        title={job.customerName}
        className="min-h-8 min-w-0 flex-1 truncate text-left text-ui underline-offset-4 hover:underline lg:max-w-72"
      >
        <bdi>{job.customerName}</bdi>
        <span className="sr-only">, details</span>
      </button>
      <span className="min-w-0 flex-1 truncate text-sm text-muted max-sm:hidden" title={car}>
        <bdi>{formatVehicle(job.vehicleInfo)}</bdi> · {job.packageName}
      </span>
      <bdi className="max-w-48 shrink-0 truncate text-sm text-muted max-sm:max-w-24" title={place}>
        {place}
      </bdi>
      <span className="text-sm max-sm:hidden">
        <QuietPhoneLink phone={job.customerPhone} />
      </span>
    </li>
  )
}
