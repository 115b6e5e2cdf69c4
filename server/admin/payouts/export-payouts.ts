import type { Readable } from 'node:stream'
import {
  columnWords,
  figureColumns,
  figuresOfFee,
  figuresOfMovement,
  movementWords,
  type PayoutFigures,
  type PayoutStatement,
} from '../../../contract/admin/payout-statement.ts'
import type { PayoutMonth, ShopPayout } from '../../../contract/admin/payouts.ts'
import { balanceWords, feeWords, payoutInWords } from '../../../contract/admin/payout-words.ts'
import type { Context } from '../../context.ts'
import { byteOrderMark, centsCell, writeCsvLines, type CsvCell } from '../../csv-text.ts'
import type { ShopScope } from '../../identity/sessions/shop-scope.ts'
import { streamLines } from '../../line-stream.ts'
import { wallCells } from '../export.ts'
import { findStatement } from '../payout-statement.ts'
import { listPayouts } from './list-payouts.ts'

const rowsAtOnce = 500

const figureCells = (figures: PayoutFigures): CsvCell[] =>
  figureColumns.map((column) => centsCell(figures[`${column}Cents`]))

const figureNames = figureColumns.map((column) => columnWords[column])
const statementColumns = [
  'Date',
  'Time',
  'Time zone',
  'Movement',
  'Customer',
  'Package',
  ...figureNames,
  'Appointment',
]

async function* writeStatement(statement: PayoutStatement): AsyncGenerator<string> {
  const { rows, timeZone, balance } = statement
  yield byteOrderMark + writeCsvLines([statementColumns])
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    yield writeCsvLines(
      rows
        .slice(start, start + rowsAtOnce)
        .map((row) => [
          ...wallCells(Date.parse(row.movedAt), timeZone),
          movementWords(row),
          { written: row.customerName },
          { written: row.packageName },
          ...figureCells(figuresOfMovement(row.movement, row.amountCents)),
          row.appointmentId,
        ]),
    )
  }
  const summary = (words: string, figures: PayoutFigures): CsvCell[] => [
    '',
    '',
    '',
    words,
    '',
    '',
    ...figureCells(figures),
    '',
  ]
  const balanceLine = (words: CsvCell, cents: number, day = ''): CsvCell[] => [
    day,
    '',
    '',
    words,
    '',
    '',
    ...figureColumns.map((column) => (column === 'net' ? centsCell(cents) : '')),
    '',
  ]
  yield writeCsvLines([
    summary(feeWords(statement.feePercent), figuresOfFee(statement.feeCents)),
    summary('Total', statement.total),
    balanceLine(balanceWords.carriedOver, balance.carriedOverCents),
    ...balance.payouts.map((payout) =>
      balanceLine({ written: payoutInWords(payout) }, 0 - payout.amountCents, payout.paidOn),
    ),
    balanceLine(balanceWords.open, balance.openCents),
  ])
}

/**
 * Streams a shop's payout statement of a month as CSV, with the columns of `figureColumns`. Each of them adds
 * up to the row 'Total', and the net of the rows from there on to the row 'Open'. Refuses as `findStatement`
 * does.
 */
export async function exportStatement(
  context: Context,
  scope: ShopScope,
  shopId: number,
  month: string,
): Promise<Readable> {
  return streamLines(writeStatement(await findStatement(context, scope, shopId, month)))
}

const payoutColumns = [
  'Shop',
  ...figureNames,
  balanceWords.carriedOver,
  balanceWords.paid,
  balanceWords.open,
  'Payments',
  'Shop number',
]

async function* writePayouts(payouts: PayoutMonth): AsyncGenerator<string> {
  const { shops, total, carriedOverCents, paidCents, openCents } = payouts
  yield byteOrderMark + writeCsvLines([payoutColumns])
  for (let start = 0; start < shops.length; start += rowsAtOnce)
    yield writeCsvLines(shops.slice(start, start + rowsAtOnce).map(shopCells))
  yield writeCsvLines([
    ['Total', ...figureCells(total), ...[carriedOverCents, paidCents, openCents].map(centsCell), '', ''],
  ])
}

function shopCells({ shopId, businessName, figures, balance }: ShopPayout): CsvCell[] {
  return [
    { written: businessName },
    ...figureCells(figures),
    ...[balance.carriedOverCents, balance.paidCents, balance.openCents].map(centsCell),
    { written: balance.payouts.map(payoutInWords).join('; ') },
    String(shopId),
  ]
}

/**
 * Streams the payouts of all shops for a month as CSV, with the columns of `figureColumns` and the balance.
 */
export async function exportPayouts(context: Context, month: string): Promise<Readable> {
  return streamLines(writePayouts(await listPayouts(context, month)))
}
