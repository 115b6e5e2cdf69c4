import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { columnWords, type PayoutBalance, type PayoutFigures } from '../../contract/admin/payout-statement.ts'
import type { PayoutMonth, ShopPayout } from '../../contract/admin/payouts.ts'
import { balanceWords, notAddedWords, payoutInWords } from '../../contract/admin/payout-words.ts'
import { formatSignedCents } from '../../contract/money.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import type { PayoutKind } from './payout-dialog.tsx'

type Line = { name: string; cents: number }
/** A column: its amount, and smaller lines below it where they are not zero. */
type Amount = Line & { isStrong: boolean; lines: Line[] }
type Sums = Pick<PayoutBalance, 'carriedOverCents' | 'paidCents' | 'openCents'>

/** The way from the gross amount to the open one, and the amounts that the net does not add. */
function amountsOf(figures: PayoutFigures, balance: Sums): { columns: Amount[]; outside: Line[] } {
  const lineOf = (column: keyof typeof columnWords): Line => ({
    name: columnWords[column],
    cents: figures[`${column}Cents`],
  })
  const isShown = ({ cents }: Line) => cents !== 0
  const column = (line: Line, isStrong = false, lines: Line[] = []): Amount => ({
    ...line,
    isStrong,
    lines: lines.filter(isShown),
  })
  const carriedOver = { name: balanceWords.carriedOver, cents: balance.carriedOverCents }
  return {
    columns: [
      column(lineOf('gross'), false, [lineOf('refunds'), lineOf('disputes')]),
      column(lineOf('fee')),
      column(lineOf('net'), true, [carriedOver]),
      column({ name: balanceWords.paid, cents: balance.paidCents }),
      column({ name: balanceWords.open, cents: balance.openCents }, true),
    ],
    outside: [lineOf('paidOtherwise'), lineOf('tax')].filter(isShown),
  }
}

const names = [columnWords.gross, columnWords.fee, columnWords.net, balanceWords.paid, balanceWords.open]

type PayoutsTableProps = { data: PayoutMonth; onOpen: (shop: ShopPayout, kind: PayoutKind) => void }

/** The shops with their amounts; cards in a narrow window. */
export function PayoutsTable({ data, onOpen }: PayoutsTableProps) {
  return (
    <Card className="overflow-hidden p-0! max-xl:border-0 max-xl:bg-transparent max-xl:shadow-none">
      <table className="w-full border-collapse text-ui max-xl:grid max-xl:gap-4">
        <caption className="sr-only">Payouts of all shops</caption>
        <thead className="max-xl:sr-only">
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-3 pl-6 text-left font-medium">
              Shop
            </th>
            {[...names, notAddedWords].map((name) => (
              <th key={name} scope="col" className="px-3 py-3 text-right font-medium">
                {name}
              </th>
            ))}
            <th scope="col" className="pr-6">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        {data.shops.map((shop) => (
          <ShopRows key={shop.shopId} shop={shop} month={data.month} onOpen={onOpen} />
        ))}
        <tbody className={classNames(blockClass, 'bg-sunken')}>
          <tr className={rowClass}>
            <HeadCell>
              <span className="font-semibold">
                Total of {data.shops.length} {data.shops.length === 1 ? 'shop' : 'shops'}
              </span>
            </HeadCell>
            <AmountCells figures={data.total} balance={data} isTotal />
            <td className="pr-6 max-xl:hidden">
              <span className="sr-only">No actions</span>
            </td>
          </tr>
        </tbody>
      </table>
    </Card>
  )
}

const blockClass =
  'border-line not-last:border-b max-xl:block max-xl:rounded-card max-xl:border max-xl:bg-surface max-xl:p-5 max-xl:shadow-lift'

/** In a narrow window: the name, the amounts in a grid, and the buttons. */
const rowClass =
  'align-top max-xl:grid max-xl:gap-x-6 max-xl:gap-y-1.5 max-xl:sm:grid-cols-3 max-xl:sm:gap-y-4 max-xl:lg:grid-cols-6'

type ShopRowsProps = {
  shop: ShopPayout
  month: string
  onOpen: (shop: ShopPayout, kind: PayoutKind) => void
}

function ShopRows({ shop, month, onOpen }: ShopRowsProps) {
  const { balance, businessName } = shop
  return (
    <tbody className={blockClass}>
      <tr className={rowClass}>
        <HeadCell>
          <Link
            href={paths.shopStatement(shop.shopId, month)}
            className="inline-flex min-h-6 items-center font-semibold wrap-anywhere text-link underline underline-offset-4 hover:no-underline"
          >
            <bdi className="min-w-0">{businessName}</bdi>
          </Link>
        </HeadCell>
        <AmountCells figures={shop.figures} balance={balance} />
        <td className="py-3 pr-6 pl-3 max-xl:col-span-full max-xl:p-0">
          <span className="flex flex-wrap gap-2 xl:flex-col xl:items-end">
            {balance.isOver && balance.openCents > 0 && (
              <Button
                variant="secondary"
                size="small"
                className="whitespace-nowrap"
                aria-label={`Record payment, ${businessName}`}
                onClick={() => onOpen(shop, 'payment')}
              >
                Record payment
              </Button>
            )}
            {balance.isOver && balance.paidCents > 0 && (
              <Button
                variant="secondary"
                size="small"
                aria-label={`Correct, ${businessName}`}
                onClick={() => onOpen(shop, 'correction')}
              >
                Correct
              </Button>
            )}
          </span>
        </td>
      </tr>
      <StateRow balance={balance} />
    </tbody>
  )
}

/** What was paid, and who owes whom; no row where there is nothing to say. */
function StateRow({ balance: { isOver, openCents, payouts } }: { balance: PayoutBalance }) {
  if (payouts.length === 0 && openCents >= 0 && isOver) return null
  return (
    <tr className="max-xl:mt-3 max-xl:block">
      <td colSpan={names.length + 3} className="px-6 pb-4 text-sm max-xl:block max-xl:p-0">
        {payouts.map((payout) => (
          <span key={payout.id} className="block wrap-anywhere text-muted">
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
          <span className="block font-medium text-warn">
            The shop owes {formatSignedCents(-openCents)}. The next month carries it.
          </span>
        )}
        {!isOver && <span className="block text-muted">This month isn’t over yet.</span>}
      </td>
    </tr>
  )
}

function HeadCell({ children }: { children: ReactNode }) {
  return (
    <th
      scope="row"
      className="min-w-44 py-4 pr-3 pl-6 text-left font-normal max-xl:col-span-full max-xl:p-0 max-xl:pb-1"
    >
      {children}
    </th>
  )
}

const cellClass =
  'py-4 px-3 text-right whitespace-nowrap tabular-nums max-xl:p-0 sm:max-xl:text-left max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4'
const smallClass = 'block text-fine font-normal text-muted max-sm:w-full max-sm:text-right'

type AmountCellsProps = { figures: PayoutFigures; balance: Sums; isTotal?: boolean }

function AmountCells({ figures, balance, isTotal = false }: AmountCellsProps) {
  const { columns, outside } = amountsOf(figures, balance)
  return (
    <>
      {columns.map(({ name, cents, isStrong, lines }) => (
        <td
          key={name}
          className={classNames(
            cellClass,
            (isStrong || isTotal) && 'font-semibold',
            cents === 0 && 'text-muted',
            // A phone has no room for amounts of nothing.
            cents === 0 && !isStrong && lines.length === 0 && 'max-sm:hidden',
          )}
        >
          <CardName>{name}</CardName>
          {formatSignedCents(cents)}
          {lines.map((line) => (
            <span key={line.name} className={smallClass}>
              {line.name} {formatSignedCents(line.cents)}
            </span>
          ))}
        </td>
      ))}
      <td className={classNames(cellClass, outside.length === 0 && 'max-sm:hidden')}>
        <CardName>{notAddedWords}</CardName>
        {outside.length === 0 && <span className="text-muted">$0</span>}
        {outside.length > 0 && (
          <span>
            {outside.map((line) => (
              <span key={line.name} className={classNames(smallClass, 'leading-6')}>
                {line.name} {formatSignedCents(line.cents)}
              </span>
            ))}
          </span>
        )}
      </td>
    </>
  )
}

/** The column's name, where no head is above it. */
function CardName({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="block text-sm font-normal text-muted xl:hidden">
      {children}
    </span>
  )
}
