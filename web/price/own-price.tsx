import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatCents, formatSignedCents } from '../../contract/money.ts'
import { groupRefunds } from '../../contract/payments/group-refunds.ts'
import { PriceRow, PriceTable } from './price-table.tsx'

type OwnPriceProps = {
  appointment: Pick<CustomerAppointment, 'packageName' | 'price'> & {
    dayPrice: NonNullable<CustomerAppointment['dayPrice']>
  }
}

/** The customer's own price where it is not that of the package: its lines, and refunds with reasons. */
export function OwnPrice({ appointment: { packageName, price, dayPrice } }: OwnPriceProps) {
  const { lines, totalCents, taxCents, paidOtherwiseCents, refunds } = dayPrice
  return (
    <div className="mt-4 max-w-xl text-ui">
      <PriceTable
        packageName={packageName}
        priceCents={Math.round(price * 100)}
        lines={lines}
        totalCents={totalCents}
        taxCents={taxCents}
      >
        {paidOtherwiseCents > 0 && (
          <PriceRow label="Paid at the shop" amount={formatCents(paidOtherwiseCents)} />
        )}
        {groupRefunds(refunds).map(({ at, amountCents, reason, isMade }) => (
          <PriceRow
            key={at}
            label={
              <>
                Refunded: <bdi>{reason}</bdi>
              </>
            }
            note={isMade ? undefined : 'on its way'}
            amount={formatSignedCents(-amountCents)}
          />
        ))}
      </PriceTable>
    </div>
  )
}
