import { stringify } from 'csv-stringify/sync'

/** A cell: user input (`written`), or text that the product generates, such as figures, days and times. */
export type CsvCell = { written: string } | string

/**
 * Start of a text that a spreadsheet may run as a formula:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[\t\r\n]/u

/** Excel reads a CSV as UTF-8 only with this mark at its start. */
export const byteOrderMark = '\uFEFF'

function textOf(cell: CsvCell): string {
  if (typeof cell === 'string') return cell
  return formulaStart.test(cell.written) ? `'${cell.written}` : cell.written
}

/**
 * Formats rows as CSV lines ended by CRLF. User input never starts a formula: it gets a leading apostrophe.
 * Every cell that is not a plain word is quoted, because some programs split at other separators.
 */
export function writeCsvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(textOf)),
    { record_delimiter: 'windows', quoted_match: /[^\w.:-]/ },
  )
}

/** Formats integer cents as a decimal: '1234.56', '-499.00'. */
export function centsCell(cents: number): string {
  const size = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}
