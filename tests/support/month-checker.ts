import { readCsv } from './read-csv.ts'

/**
 * A second program for the payouts of a month: it adds up the rows of the ledger by rules of its own and
 * compares them with the text of the CSV files. It shares no code with the product.
 */

export type LedgerRow = {
  shop_id: number
  zone: string
  movement: string
  amount_cents: number
  recorded_at: Date
}
export type PaidRow = { shop_id: number; month: string; amount_cents: number }

type Books = { ledger: readonly LedgerRow[]; paid: readonly PaidRow[]; feePercent: string }
type Line = Record<string, bigint>

/** 'Gross', the sign in its column, and whether the fee is on it. */
const rules: Record<string, [column: string, sign: bigint, bearsFee: boolean]> = {
  captured: ['Gross', 1n, true],
  refunded: ['Refunds', -1n, true],
  dispute_withdrawn: ['Disputes', -1n, true],
  dispute_reinstated: ['Disputes', 1n, true],
  dispute_fee: ['Disputes', -1n, false],
  dispute_fee_returned: ['Disputes', 1n, false],
  paid_otherwise: ['Paid otherwise', 1n, true],
  paid_otherwise_in_part: ['Paid otherwise', 1n, true],
  returned_at_shop: ['Paid otherwise', -1n, true],
  tax_collected: ['Tax', 1n, false],
  tax_returned: ['Tax', -1n, false],
}
const moneyColumns = ['Gross', 'Refunds', 'Disputes', 'Fee', 'Paid otherwise', 'Tax', 'Net'] as const
const balanceColumns = ['Carried over', 'Paid', 'Open'] as const

const calendars = new Map<string, Intl.DateTimeFormat>()

function monthAt(at: Date, timeZone: string): string {
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
  calendars.set(timeZone, calendar)
  return calendar.format(at).slice(0, 7)
}

/** '12.5' of an amount, half a cent away from zero. */
function share(cents: bigint, percent: string): bigint {
  const [whole = '0', part = ''] = percent.split('.')
  const hundredths = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  const size = (cents < 0n ? -cents : cents) * hundredths
  const rounded = (size + 5000n) / 10_000n
  return cents < 0n ? -rounded : rounded
}

function figuresOf(rows: readonly LedgerRow[], feePercent: string): Line {
  const line: Line = Object.fromEntries(moneyColumns.map((column) => [column, 0n]))
  let earned = 0n
  for (const { movement, amount_cents: cents } of rows) {
    const rule = rules[movement]
    if (!rule) continue
    const [column, sign, bearsFee] = rule
    line[column] = (line[column] ?? 0n) + sign * BigInt(cents)
    if (bearsFee) earned += sign * BigInt(cents)
  }
  line['Fee'] = -share(earned, feePercent)
  line['Net'] =
    (line['Gross'] ?? 0n) + (line['Refunds'] ?? 0n) + (line['Disputes'] ?? 0n) + (line['Fee'] ?? 0n)
  return line
}

/** The columns of one shop for a month. */
export function recompute(books: Books, shopId: number, month: string): Line {
  const ledger = books.ledger.filter((row) => row.shop_id === shopId)
  const paidIn = (wanted: string) =>
    books.paid
      .filter((row) => row.shop_id === shopId && row.month.startsWith(wanted))
      .reduce((sum, row) => sum + BigInt(row.amount_cents), 0n)
  const monthOf = (row: LedgerRow) => monthAt(row.recorded_at, row.zone)
  const months = new Set([
    ...ledger.map(monthOf),
    ...books.paid.filter((row) => row.shop_id === shopId).map((row) => row.month.slice(0, 7)),
  ])
  let carried = 0n
  for (const each of [...months].toSorted()) {
    if (each >= month) break
    const { Net: net = 0n } = figuresOf(
      ledger.filter((row) => monthOf(row) === each),
      books.feePercent,
    )
    const open = net + carried - paidIn(each)
    carried = open < 0n ? open : 0n
  }
  const figures = figuresOf(
    ledger.filter((row) => monthOf(row) === month),
    books.feePercent,
  )
  const paid = paidIn(month)
  return {
    ...figures,
    'Carried over': carried,
    Paid: paid,
    Open: (figures['Net'] ?? 0n) + carried - paid,
  }
}

function centsOf(text: string): bigint {
  if (!/^-?\d+\.\d\d$/.test(text)) throw new Error(`"${text}" is no amount`)
  return BigInt(text.replace('.', ''))
}

const bare = (csv: string) => csv.replace(/^\uFEFF/, '')

/** Rows of a CSV by the names of its columns. */
function readTable(csv: string): Record<string, string>[] {
  const [names = [], ...rows] = readCsv(bare(csv))
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])))
}

/** The differences between the file of all shops and the books; none when each cent agrees. */
export function checkPayouts(csv: string, month: string, books: Books): string[] {
  const rows = readTable(csv)
  const faults: string[] = []
  const total: Line = {}
  const columns = [...moneyColumns, ...balanceColumns]
  const compare = (where: string, row: Record<string, string>, line: Line) => {
    for (const column of columns) {
      const said = centsOf(row[column] ?? '')
      if (said !== line[column]) faults.push(`${where}, ${column}: ${said} is said, ${line[column]} is right`)
    }
  }
  const listed = new Set<number>()
  for (const row of rows.slice(0, -1)) {
    const shopId = Number(row['Shop number'])
    listed.add(shopId)
    const line = recompute(books, shopId, month)
    compare(`shop ${shopId}`, row, line)
    for (const column of columns) total[column] = (total[column] ?? 0n) + (line[column] ?? 0n)
  }
  compare('total', rows.at(-1) ?? {}, { ...Object.fromEntries(columns.map((each) => [each, 0n])), ...total })
  for (const shopId of new Set(books.ledger.map((row) => row.shop_id))) {
    const line = recompute(books, shopId, month)
    if (!listed.has(shopId) && columns.some((column) => line[column] !== 0n))
      faults.push(`shop ${shopId} is missing`)
  }
  return faults
}

/** The differences between the statement of one shop and the books. */
export function checkStatement(csv: string, shopId: number, month: string, books: Books): string[] {
  const rows = readTable(csv)
  const line = recompute(books, shopId, month)
  const at = rows.findIndex((row) => row['Movement'] === 'Total')
  const [movements, after] = [rows.slice(0, at), rows.slice(at + 1)]
  const faults: string[] = []
  for (const column of moneyColumns) {
    const sum = movements.reduce((cents, row) => cents + centsOf(row[column] ?? ''), 0n)
    const said = centsOf(rows[at]?.[column] ?? '')
    if (sum !== line[column] || said !== line[column])
      faults.push(`${column}: rows give ${sum}, the total says ${said}, ${line[column]} is right`)
  }
  for (const row of movements) {
    const [gross = 0n, refunds = 0n, disputes = 0n, fee = 0n] = moneyColumns.map((column) =>
      centsOf(row[column] ?? ''),
    )
    if (gross + refunds + disputes + fee !== centsOf(row['Net'] ?? '')) faults.push(`a row’s net is wrong`)
  }
  const open = after.pop()
  const balance = after.reduce((cents, row) => cents + centsOf(row['Net'] ?? ''), line['Net'] ?? 0n)
  if (balance !== line['Open'] || centsOf(open?.['Net'] ?? '') !== line['Open'])
    faults.push(`Open: rows give ${balance}, ${line['Open']} is right`)
  const counted = books.ledger.filter(
    (row) => row.shop_id === shopId && row.movement in rules && monthAt(row.recorded_at, row.zone) === month,
  )
  // The last of them is the fee.
  if (movements.length !== counted.length + 1)
    faults.push(`${movements.length - 1} of ${counted.length} rows`)
  return faults
}
