import type { ReactNode } from 'react'
import { formatCents, formatSignedCents } from '../../contract/money.ts'
import { priceLineWords, signedLineCents, type PricePart } from '../../contract/payments/day-price.ts'
import { classNames } from '../ui/class-names.ts'

export type TableLine = PricePart & {
  description: string
  /** Stable key; the position without one. */
  id?: string
  /** The person who added it, for staff. */
  by?: ReactNode
  /** Below the amount. */
  action?: ReactNode
}

type PriceTableProps = {
  packageName: string
  priceCents: number
  lines: readonly TableLine[]
  /** Null for a price that is not paid, of a cancelled appointment. */
  totalCents: number | null
  taxCents: number | null
  /** Low rows, where a form follows on the same screen. */
  isCompact?: boolean
  /** Rows below the total. */
  children?: ReactNode
}

/** A price with its lines and its total. */
export function PriceTable(props: PriceTableProps) {
  const { packageName, priceCents, lines, totalCents, taxCents, isCompact = false, children } = props
  return (
    <ul
      aria-label="Price"
      className={classNames(
        'rounded-control border border-line px-4',
        isCompact ? 'py-1.5 text-ui [&>li]:py-1' : 'py-2 [&>li]:py-2',
      )}
    >
      <PriceRow label={<bdi>{packageName}</bdi>} amount={formatCents(priceCents)} />
      {lines.map((line, index) => (
        <LineRow key={line.id ?? index} line={line} isCompact={isCompact} />
      ))}
      {totalCents !== null && (
        <PriceRow
          isTotal
          isCompact={isCompact}
          label="Total"
          note={taxCents === null ? undefined : `includes ${formatCents(taxCents)} tax`}
          amount={formatCents(totalCents)}
        />
      )}
      {children}
    </ul>
  )
}

function LineRow({ line, isCompact }: { line: TableLine; isCompact: boolean }) {
  const { kind, description, by, action } = line
  // A tip has no words of its own.
  const isTip = kind === 'tip'
  return (
    <PriceRow
      isCompact={isCompact}
      label={isTip ? priceLineWords.tip : <bdi>{description}</bdi>}
      note={
        isTip && !by ? undefined : (
          <>
            {!isTip && priceLineWords[kind]}
            {!isTip && by && ' · '}
            {by}
          </>
        )
      }
      action={action}
      amount={formatSignedCents(signedLineCents(line))}
    />
  )
}

type PriceRowProps = {
  label: ReactNode
  note?: ReactNode
  amount: string
  isTotal?: boolean
  /** The note stands beside the label, not below it. */
  isCompact?: boolean
  action?: ReactNode
}

/** The amounts of all rows end at one line: an action stands below its amount, not beside it. */
export function PriceRow(props: PriceRowProps) {
  const { label, note, amount, isTotal = false, isCompact = false, action } = props
  return (
    <li
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4',
        isTotal && 'border-t border-line font-semibold',
      )}
    >
      <span className="min-w-0 wrap-anywhere">
        {label}
        {note && isCompact && <span className="text-sm font-normal text-muted"> · {note}</span>}
      </span>
      <span className="text-right whitespace-nowrap tabular-nums">{amount}</span>
      {note && !isCompact && (
        <span
          className={classNames(
            'min-w-0 text-sm font-normal wrap-anywhere text-muted',
            !action && 'col-span-2',
          )}
        >
          {note}
        </span>
      )}
      {action && <span className="col-start-2 text-right">{action}</span>}
    </li>
  )
}
