import { stringify } from 'csv-stringify/sync'

/** A cell that people wrote, or one whose text is ours: figures, days, times. */
export type CsvCell = { written: string } | string

/** What a spreadsheet may take for the beginning of a formula; https://owasp.org/www-community/attacks/CSV_Injection */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[\t\r\n]/u

/** Excel reads UTF-8 only where this stands first. */
export const byteOrderMark = '\uFEFF'

function textOf(cell: CsvCell): string {
  if (typeof cell === 'string') return cell
  return formulaStart.test(cell.written) ? `'${cell.written}` : cell.written
}

/**
 * Lines of CSV, each ended by CRLF. What people wrote never begins a formula: an apostrophe before it makes it text. All that is more
 * than a word is quoted, so that no program that divides cells elsewhere finds one in the middle of it.
 */
export function writeCsvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(textOf)),
    { record_delimiter: 'windows', quoted_match: /[^\w.:-]/ },
  )
}

/** Integer cents as a plain figure: '1234.56', '-499.00'. */
export function centsCell(cents: number): string {
  const size = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}
