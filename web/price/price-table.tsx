import type { ReactNode } from 'react'
import { formatCents, formatSignedCents } from '../../contract/money.ts'
import { priceLineWords, type PricePart } from '../../contract/payments/day-price.ts'
import { classNames } from '../ui/class-names.ts'

export type TableLine = PricePart & {
  description: string
  /** Stable key; the position without one. */
  id?: string
  /** Below the description. */
  note?: ReactNode
  /** Beside the amount. */
  action?: ReactNode
}

type PriceTableProps = {
  packageName: string
  priceCents: number
  lines: readonly TableLine[]
  totalCents: number
  taxCents: number | null
  /** Reserves the column of actions in every row, so that the amounts stay in one line. */
  hasActions?: boolean
  /** Rows below the total. */
  children?: ReactNode
}

/** A price with its lines and its total. */
export function PriceTable(props: PriceTableProps) {
  const { packageName, priceCents, lines, totalCents, taxCents, hasActions = false, children } = props
  const row = { hasActions }
  return (
    <ul aria-label="Price" className="rounded-control border border-line px-4 py-2">
      <PriceRow {...row} label={<bdi>{packageName}</bdi>} amount={formatCents(priceCents)} />
      {lines.map(({ id, kind, description, amountCents, note, action }, index) => (
        <PriceRow
          key={id ?? index}
          {...row}
          // A tip has no words of its own.
          label={kind === 'tip' ? priceLineWords.tip : <bdi>{description}</bdi>}
          note={
            kind === 'discount' ? (
              <>
                {priceLineWords.discount}
                {note && ' · '}
                {note}
              </>
            ) : (
              note
            )
          }
          action={action}
          amount={formatSignedCents(kind === 'discount' ? -amountCents : amountCents)}
        />
      ))}
      <PriceRow
        {...row}
        isTotal
        label="Total"
        note={taxCents === null ? undefined : `includes ${formatCents(taxCents)} tax`}
        amount={formatCents(totalCents)}
      />
      {children}
    </ul>
  )
}

type PriceRowProps = {
  label: ReactNode
  note?: ReactNode
  amount: string
  isTotal?: boolean
  hasActions?: boolean
  action?: ReactNode
}

export function PriceRow({
  label,
  note,
  amount,
  isTotal = false,
  hasActions = false,
  action,
}: PriceRowProps) {
  return (
    <li
      className={classNames(
        'grid items-start gap-x-3 py-2',
        hasActions ? 'grid-cols-[minmax(0,1fr)_auto_2.25rem]' : 'grid-cols-[minmax(0,1fr)_auto]',
        isTotal && 'border-t border-line font-semibold',
      )}
    >
      <span className="min-w-0 wrap-anywhere">
        {label}
        {note && <span className="block text-sm font-normal text-muted">{note}</span>}
      </span>
      <span className="whitespace-nowrap tabular-nums">{amount}</span>
      {action && <span className="-my-1.5">{action}</span>}
    </li>
  )
}
