import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatSignedCents } from '../../contract/money.ts'
import { ownMoneyRows } from './own-money-rows.ts'
import { PriceRow, PriceTable } from './price-table.tsx'

type OwnPriceProps = {
  appointment: CustomerAppointment & { dayPrice: NonNullable<CustomerAppointment['dayPrice']> }
}

/** The customer's own price where it is not that of the package: its lines, and the money that moved. */
export function OwnPrice({ appointment }: OwnPriceProps) {
  const { packageName, price, status, dayPrice } = appointment
  return (
    <div className="mt-4 max-w-xl text-ui">
      <PriceTable
        packageName={packageName}
        priceCents={Math.round(price * 100)}
        lines={dayPrice.lines}
        totalCents={status === 'cancelled' ? null : dayPrice.totalCents}
        taxCents={dayPrice.taxCents}
      >
        {ownMoneyRows(appointment).map(({ label, reason, isUnderWay, cents }, index) => (
          <PriceRow
            // Two refunds may be alike.
            key={index}
            label={reason === undefined ? label : <RefundLabel label={label} reason={reason} />}
            note={isUnderWay ? 'on its way' : undefined}
            amount={formatSignedCents(cents)}
          />
        ))}
      </PriceTable>
    </div>
  )
}

function RefundLabel({ label, reason }: { label: string; reason: string }) {
  return (
    <>
      {label}: <bdi>{reason}</bdi>
    </>
  )
}
