import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  columnWords,
  figureColumns,
  type PayoutBalance,
  type PayoutFigures,
} from '../../contract/admin/payout-statement.ts'
import type { PayoutMonth, ShopPayout } from '../../contract/admin/payouts.ts'
import { balanceWords, payoutInWords } from '../../contract/admin/payout-words.ts'
import { formatCents, formatSignedCents } from '../../contract/money.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import type { PayoutKind } from './payout-dialog.tsx'

type Amounts = { name: string; cents: number; isStrong: boolean }[]
type Sums = Pick<PayoutBalance, 'carriedOverCents' | 'paidCents' | 'openCents'>

/** The columns in their order, as in the file. */
function amountsOf(figures: PayoutFigures, balance: Sums): Amounts {
  return [
    ...figureColumns.map((column) => ({
      name: columnWords[column],
      cents: figures[`${column}Cents`],
      isStrong: column === 'net',
    })),
    { name: balanceWords.carriedOver, cents: balance.carriedOverCents, isStrong: false },
    { name: balanceWords.paid, cents: balance.paidCents, isStrong: false },
    { name: balanceWords.open, cents: balance.openCents, isStrong: true },
  ]
}

const names = [...figureColumns.map((column) => columnWords[column]), ...Object.values(balanceWords)]

/** The columns over which a shop's name and words go; its buttons have the others. */
const headColumns = 6

type PayoutsTableProps = { data: PayoutMonth; onOpen: (shop: ShopPayout, kind: PayoutKind) => void }

/** The shops with their amounts, two lines each; cards in a narrow window. */
export function PayoutsTable({ data, onOpen }: PayoutsTableProps) {
  return (
    <Card className="overflow-hidden p-0! max-xl:border-0 max-xl:bg-transparent max-xl:shadow-none">
      <table className="w-full border-collapse text-ui max-xl:grid max-xl:gap-4">
        <caption className="sr-only">Payouts of all shops</caption>
        <thead className="max-xl:sr-only">
          <tr className="border-b border-line text-sm text-muted">
            {names.map((name) => (
              <th key={name} scope="col" className="px-2 py-3 text-right font-medium first:pl-6 last:pr-6">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {data.shops.map((shop) => (
          <ShopRows key={shop.shopId} shop={shop} month={data.month} onOpen={onOpen} />
        ))}
        <tbody className={blockClass}>
          <HeadRow>
            <span className="font-semibold">
              Total of {data.shops.length} {data.shops.length === 1 ? 'shop' : 'shops'}
            </span>
          </HeadRow>
          <AmountRow amounts={amountsOf(data.total, data)} isTotal />
        </tbody>
      </table>
    </Card>
  )
}

const blockClass =
  'border-line not-last:border-b max-xl:block max-xl:rounded-card max-xl:border max-xl:bg-surface max-xl:p-5 max-xl:shadow-lift'

type ShopRowsProps = {
  shop: ShopPayout
  month: string
  onOpen: (shop: ShopPayout, kind: PayoutKind) => void
}

function ShopRows({ shop, month, onOpen }: ShopRowsProps) {
  const { balance, businessName } = shop
  return (
    <tbody className={blockClass}>
      <HeadRow
        actions={
          <>
            {balance.isOver && balance.openCents > 0 && (
              <Button
                variant="secondary"
                size="small"
                aria-label={`Record payment, ${businessName}`}
                onClick={() => onOpen(shop, 'payment')}
              >
                Record payment
              </Button>
            )}
            {balance.isOver && (
              <Button
                variant="ghost"
                size="small"
                aria-label={`Correct, ${businessName}`}
                onClick={() => onOpen(shop, 'correction')}
              >
                Correct
              </Button>
            )}
          </>
        }
      >
        <Link
          href={paths.shopStatement(shop.shopId, month)}
          className="inline-flex min-h-6 items-center font-semibold wrap-anywhere text-link underline underline-offset-4 hover:no-underline"
        >
          <bdi className="min-w-0">{businessName}</bdi>
        </Link>
        <StateLines balance={balance} />
      </HeadRow>
      <AmountRow amounts={amountsOf(shop.figures, balance)} />
    </tbody>
  )
}

/** What was paid, and who owes whom. */
function StateLines({ balance: { isOver, openCents, payouts } }: { balance: PayoutBalance }) {
  return (
    <>
      {payouts.map((payout) => (
        <span key={payout.id} className="block text-sm wrap-anywhere text-muted">
          <bdi>{payoutInWords(payout)}</bdi>
          {payout.by !== null && (
            <>
              {' '}
              (<bdi>{payout.by}</bdi>)
            </>
          )}
        </span>
      ))}
      {openCents < 0 && (
        <span className="block text-sm font-medium text-warn">
          The shop owes {formatCents(-openCents)}. The next month carries it.
        </span>
      )}
      {!isOver && <span className="block text-sm text-muted">This month isn’t over yet.</span>}
    </>
  )
}

function HeadRow({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <tr className="align-top max-xl:flex max-xl:flex-wrap max-xl:justify-between max-xl:gap-x-6 max-xl:gap-y-2">
      <th
        scope="rowgroup"
        colSpan={headColumns}
        className="py-1.5 pt-4 pl-6 text-left font-normal max-xl:min-w-0 max-xl:p-0 max-xl:pt-1.5"
      >
        {children}
      </th>
      <td colSpan={names.length - headColumns} className="pt-3 pr-6 max-xl:p-0">
        <span className="flex flex-wrap gap-2 xl:justify-end">{actions}</span>
      </td>
    </tr>
  )
}

function AmountRow({ amounts, isTotal = false }: { amounts: Amounts; isTotal?: boolean }) {
  return (
    <tr className="max-xl:mt-3 max-xl:grid max-xl:gap-x-6 max-xl:gap-y-1.5 max-xl:sm:grid-cols-5 max-xl:sm:gap-y-3">
      {amounts.map(({ name, cents, isStrong }) => (
        <td
          key={name}
          className={classNames(
            'px-2 pt-1 pb-4 text-right text-sm whitespace-nowrap tabular-nums first:pl-6 last:pr-6 max-xl:p-0!',
            'max-sm:flex max-sm:justify-between max-sm:gap-4 sm:max-xl:text-left',
            (isStrong || isTotal) && 'font-semibold',
            cents === 0 && 'text-muted',
            // A phone has no room for amounts of nothing.
            cents === 0 && !isStrong && 'max-sm:hidden',
          )}
        >
          <span aria-hidden="true" className="block text-sm font-normal text-muted xl:hidden">
            {name}
          </span>
          {formatSignedCents(cents)}
        </td>
      ))}
    </tr>
  )
}
