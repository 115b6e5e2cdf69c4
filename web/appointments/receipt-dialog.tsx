import { createPortal } from 'react-dom'
import { Download, Printer } from 'lucide-react'
import { brandName } from '../../contract/brand.ts'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatCents, formatSignedCents } from '../../contract/money.ts'
import { feeReasonOf, feeReasonWords } from '../../contract/payments/cancellation-fee.ts'
import { signedLineCents } from '../../contract/payments/day-price.ts'
import { formatCard } from '../../contract/payments/card-brand.ts'
import { appointmentNumber } from '../../contract/booking/appointment-number.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import { formatLongWallTime, formatVehicle } from './appointment-words.ts'

type ReceiptDialogProps = { appointment: CustomerAppointment; onClose: () => void }

/** The receipt of a charged appointment, on screen and on paper. */
export function ReceiptDialog({ appointment, onClose }: ReceiptDialogProps) {
  const facts = factsOf(appointment)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Receipt"
      footer={
        <>
          <ButtonLink
            href={`/api/appointments/${encodeURIComponent(appointment.id)}/receipt.pdf`}
            variant="secondary"
            newTab
          >
            <Download className="size-4" aria-hidden="true" />
            PDF
          </ButtonLink>
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" />
            Print
          </Button>
        </>
      }
    >
      <AppointmentFacts columns={2} facts={facts} />
      {createPortal(
        <div data-print-sheet className="hidden bg-white p-8 text-black print:block">
          <p className="mb-6 text-lg font-semibold">{brandName} receipt</p>
          <AppointmentFacts columns={2} facts={facts} />
        </div>,
        document.body,
      )}
    </Dialog>
  )
}

function factsOf(appointment: CustomerAppointment) {
  const { money, hold, timeZone, name, email, receiptNumber, decidedFee } = appointment
  const day = (instant: string | null) =>
    instant === null
      ? ''
      : new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(Date.parse(instant))
  return [
    ...(receiptNumber === null ? [] : [{ name: 'Receipt number', value: `No. ${receiptNumber}` }]),
    { name: 'Appointment number', value: appointmentNumber(appointment.id) },
    { name: 'Charged on', value: day(money.capturedAt) },
    ...(decidedFee === null
      ? [{ name: 'Service', value: `${appointment.packageName}, parts and labor included` }]
      : [{ name: 'Service', value: `${appointment.packageName}, cancelled` }]),
    { name: 'Appointment', value: formatLongWallTime(appointment.appointmentDate) },
    { name: 'Vehicle', value: formatVehicle(appointment.vehicleInfo) },
    {
      name: 'Shop',
      value: (
        <>
          <bdi className="block">{appointment.shopName}</bdi>
          <bdi className="block font-normal">{appointment.shopLocation}</bdi>
        </>
      ),
    },
    {
      name: 'Customer',
      value: (
        <>
          <bdi className="block">{name}</bdi>
          <span className="block font-normal wrap-anywhere">{email}</span>
        </>
      ),
    },
    ...addedFacts(appointment),
    { name: 'Paid with', value: hold.card ? formatCard(hold.card) : 'Card' },
    ...paidFacts(appointment, day(money.refundedAt)),
  ]
}

/** The lines of the day beside the package, and what was paid at the shop. */
function addedFacts({ dayPrice, price }: CustomerAppointment) {
  if (dayPrice === undefined || dayPrice.lines.length === 0) return []
  return [
    {
      name: 'Price',
      value: (
        <>
          <span className="block">Package: {formatCents(Math.round(price * 100))}</span>
          {dayPrice.lines.map((line) => (
            <span key={line.kind + line.description} className="block font-normal wrap-anywhere">
              <bdi>{line.description}</bdi>: {formatSignedCents(signedLineCents(line))}
            </span>
          ))}
        </>
      ),
    },
  ]
}

/** The rows of the total and of refunds. The sales tax is that of the amount finally paid. */
function paidFacts(appointment: CustomerAppointment, refundedOn: string) {
  const { money, dayPrice, decidedFee, workState } = appointment
  const { paidOtherwiseCents = 0 } = dayPrice ?? {}
  const tax = money.taxCents > 0 ? `, includes ${formatCents(money.taxCents)} sales tax` : ''
  if (decidedFee !== null) {
    // Captured beside the fee and returned: neither is a part of the fee.
    const returnedCents = money.refundedCents - (money.capturedCents - decidedFee.cents)
    return [
      { name: feeReasonWords[feeReasonOf(workState)], value: formatCents(decidedFee.cents) },
      ...refundFacts({ returnedCents, keptCents: decidedFee.cents - returnedCents, refundedOn, tax: '' }),
    ]
  }
  const paidCents = money.capturedCents + paidOtherwiseCents
  const atShop = paidOtherwiseCents > 0 ? `, ${formatCents(paidOtherwiseCents)} of it at the shop` : ''
  const isRefunded = money.refundedCents > 0
  return [
    { name: 'Total', value: `${formatCents(paidCents)}${atShop}${isRefunded ? '' : tax}` },
    ...refundFacts({
      returnedCents: money.refundedCents,
      keptCents: paidCents - money.refundedCents,
      refundedOn,
      tax,
    }),
  ]
}

function refundFacts(refund: { returnedCents: number; keptCents: number; refundedOn: string; tax: string }) {
  const { returnedCents, keptCents, refundedOn, tax } = refund
  if (returnedCents <= 0) return []
  return [
    { name: 'Refunded', value: `${formatCents(returnedCents)} on ${refundedOn}` },
    { name: 'You paid after refunds', value: `${formatCents(keptCents)}${tax}` },
  ]
}
